package bus

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/minio/highwayhash"
)

// A record of a message block, as nats-server has written it since 2.2: the
// length of the record, in bytes, with its highest bit set if the message has
// headers (4 bytes), sequence (8), time (8), length of the subject (2), subject,
// length of the headers (4) and headers if there are any, body, checksum (8).
const (
	recordHeader   = 22
	recordChecksum = highwayhash.Size64
	headersLength  = 4
	headersBit     = 1 << 31
)

// checksum is that of the records of one block.
type checksum struct{ hash *highwayhash.Digest64 }

// blockHash returns the checksum of the records of a block.
func blockHash(stream string, number uint64) checksum {
	key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", stream, number))
	hash, err := highwayhash.NewDigest64(key[:])
	if err != nil {
		panic(err) // the key has the right length
	}
	return checksum{hash}
}

// loss is what is damaged in a block.
type loss struct {
	bytes int
	tail  bool // all of it is behind the last record that is whole
}

// salvage returns the records of a block that are whole, and what is lost.
func salvage(sum checksum, block []byte) ([]byte, loss) {
	var whole []byte
	var lost loss
	// Looking for the next record that is whole may take a checksum at each byte.
	// What it costs in all is bounded.
	effort := 16*len(block) + 1<<20
	kept := 0 // the block is in whole up to here, but for what is lost
	for at := 0; at < len(block); {
		if n, _ := sum.record(block[at:]); n > 0 {
			at += n
			continue
		}
		next := at + 1
		for ; next < len(block) && effort > 0; next++ {
			n, cost := sum.record(block[next:])
			effort -= cost
			if n > 0 {
				break
			}
		}
		if effort <= 0 {
			next = len(block)
		}
		whole = append(whole, block[kept:at]...)
		lost = loss{lost.bytes + next - at, lost.bytes == 0 && next == len(block)}
		at, kept = next, next
	}
	return append(whole, block[kept:]...), lost
}

// record returns the length of the record that b begins with, 0 if it is damaged,
// and how many bytes were looked at to find out.
func (c checksum) record(b []byte) (length, cost int) {
	if len(b) < recordHeader+recordChecksum {
		return 0, 1
	}
	size := binary.LittleEndian.Uint32(b)
	headers := size&headersBit != 0
	size &^= headersBit
	subject := int(binary.LittleEndian.Uint16(b[20:]))
	least := recordHeader + subject + recordChecksum
	if headers {
		least += headersLength
	}
	if uint64(size) > uint64(len(b)) || int(size) < least {
		return 0, 1
	}
	body := b[recordHeader : size-recordChecksum]
	c.hash.Reset()
	for _, part := range [][]byte{b[4:20], body[:subject]} {
		_, _ = c.hash.Write(part) // never fails
	}
	if body = body[subject:]; headers {
		body = body[headersLength:]
	}
	_, _ = c.hash.Write(body)
	if !bytes.Equal(c.hash.Sum(nil), b[size-recordChecksum:size]) {
		return 0, int(size)
	}
	return int(size), int(size)
}
