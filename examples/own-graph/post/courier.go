package post

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"google.golang.org/grpc"

	"example.com/parcels/parcelsv1"
	"github.com/weft-mesh/weft/extension"
)

// Agents are the agents of this module, for extension.Mesh.
func Agents() []extension.Agent {
	folder := os.Getenv("PARCELS_FOLDER")
	if folder == "" {
		folder = filepath.Join(os.TempDir(), "parcels")
	}
	return []extension.Agent{{Name: "courier", Register: func(s grpc.ServiceRegistrar) {
		parcelsv1.RegisterCourierServiceServer(s, &Courier{Folder: folder})
	}}}
}

// A Courier writes each parcel as a file into a folder. It stands for whoever does things
// that must not be done twice.
type Courier struct {
	parcelsv1.UnimplementedCourierServiceServer
	Folder string
}

// Send implements parcelsv1.CourierServiceServer. The name of the file comes from the key, so
// a parcel that comes again is there already.
func (c *Courier) Send(_ context.Context, req *parcelsv1.SendRequest) (*parcelsv1.SendResponse, error) {
	sum := sha256.Sum256([]byte(req.GetKey()))
	tracking := hex.EncodeToString(sum[:8])
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(c.Folder, tracking), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &parcelsv1.SendResponse{Tracking: tracking}, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(req.GetRecipient() + "\n")
	return &parcelsv1.SendResponse{Tracking: tracking}, errors.Join(err, f.Close())
}
