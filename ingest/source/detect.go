package source

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

const tarBlock = 512

// detect determines the kind of a file from its first bytes, because downloads may lose or change
// the extension.
func detect(r io.ReaderAt) (string, error) {
	head := make([]byte, tarBlock)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return kindOf(head[:n]), nil
}

func kindOf(head []byte) string {
	for _, m := range []struct{ magic, kind string }{
		{"PK\x03\x04", KindZip},
		{"PK\x05\x06", KindZip}, // empty zip file
		{"\x1f\x8b", KindTarGzip},
		{"\x28\xb5\x2f\xfd", KindTarZstd},
		{"\xfd7zXZ\x00", KindTarXZ},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.kind
		}
	}
	if isTar(head) {
		return KindTar
	}
	return KindFile
}

// isTar verifies the checksum of a tar header, because old headers do not contain the word "ustar".
func isTar(block []byte) bool {
	const from, to = 148, 156
	if len(block) < tarBlock {
		return false
	}
	sum := int64(0)
	for i, c := range block[:tarBlock] {
		if i >= from && i < to {
			c = ' '
		}
		sum += int64(c)
	}
	want, err := strconv.ParseInt(strings.Trim(string(block[from:to]), " \x00"), 8, 64)
	return err == nil && sum == want
}

// isTarEnd reports whether a block is zero, as at the end of a tar.
func isTarEnd(block []byte) bool {
	return len(block) == tarBlock && bytes.Count(block, []byte{0}) == tarBlock
}
