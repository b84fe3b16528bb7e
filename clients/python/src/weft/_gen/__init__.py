# Written by make generate from the contracts in proto/weft.
