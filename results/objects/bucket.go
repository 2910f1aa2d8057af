package objects

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/clawatlas/clawatlas/results"
)

type bucket struct {
	core   minio.Core
	name   string
	prefix string // prefix of all object names; empty or with a trailing slash
}

// Limits of requests to a bucket. A page may have to wait as long as askMost.
const (
	askMost     = 20 * time.Second // time limit of a request with a small response
	slowestRate = 256 << 10        // minimum upload speed, in bytes per second
	tries       = 3                // maximum number of attempts per request
)

// openBucket opens s3://BUCKET/PREFIX?endpoint=URL&region=REGION. Endpoint and region can also be
// set with AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION or AWS_DEFAULT_REGION; the default is
// Amazon's us-east-1. Credentials come from the usual AWS_ variables or files, never from the URL.
func openBucket(ctx context.Context, u *url.URL) (Store, error) {
	fail := func(what string) (Store, error) {
		return nil, fmt.Errorf("open blob store: %s: %w", what, results.ErrInvalid)
	}
	query := u.Query()
	for key := range query {
		if key != "endpoint" && key != "region" {
			return fail("the only query parameters allowed are endpoint and region")
		}
	}
	switch {
	case u.User != nil:
		return fail("the URL must not contain credentials; put them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case u.Host == "":
		return fail("the URL names no bucket; use s3://bucket/prefix")
	}
	endpoint, err := url.Parse(cmp.Or(query.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"),
		"https://s3.amazonaws.com"))
	if err != nil || endpoint.Host == "" || endpoint.User != nil || endpoint.Scheme != "http" && endpoint.Scheme != "https" {
		return fail("the endpoint is not a URL such as https://host")
	}
	creds := credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}})
	if v, err := creds.GetWithContext(nil); err != nil || v.AccessKeyID == "" || v.SecretAccessKey == "" {
		return fail("there are no credentials; put them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme == "https")
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	transport.ResponseHeaderTimeout = askMost
	core, err := minio.NewCore(endpoint.Host, &minio.Options{
		Creds: creds, Secure: endpoint.Scheme == "https", Transport: transport, MaxRetries: tries,
		Region: cmp.Or(query.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), "us-east-1"),
	})
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	b := &bucket{core: *core, name: u.Host}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		b.prefix = prefix + "/"
	}
	ctx, cancel := context.WithTimeout(ctx, askMost)
	defer cancel()
	there, err := core.BucketExists(ctx, b.name)
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", b.said(ctx, "", err))
	}
	if !there {
		return nil, fmt.Errorf("open blob store: bucket %s does not exist: %w", b.name, results.ErrNotFound)
	}
	return b, nil
}

// Close implements Store.
func (b *bucket) Close() error { return nil }

// Put implements Store.
func (b *bucket) Put(ctx context.Context, name string, body *io.SectionReader) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("object name %q is invalid: %w", name, results.ErrInvalid)
	}
	ctx, cancel := context.WithTimeout(ctx, askMost+time.Duration(body.Size()/slowestRate)*time.Second)
	defer cancel()
	err := b.verify(ctx, name, body)
	switch {
	case errors.Is(err, results.ErrNotFound):
		err = b.upload(ctx, name, body, true)
	case errors.Is(err, results.ErrDamaged):
		err = b.upload(ctx, name, body, false)
	default:
		return err
	}
	if verr := b.verify(ctx, name, body); verr == nil || err == nil || errors.Is(err, errThere) {
		return verr // the connection may fail because another process uploaded the same object
	}
	return err
}

// errThere means that the object already exists.
var errThere = errors.New("the object already exists")

// upload uploads an object. If fresh is set and the object exists, it returns errThere instead of
// replacing the object.
func (b *bucket) upload(ctx context.Context, name string, body *io.SectionReader, fresh bool) error {
	opts := minio.PutObjectOptions{DisableMultipart: true, ContentType: "application/octet-stream"}
	if fresh {
		opts.SetMatchETagExcept("*")
	}
	_, err := b.core.Client.PutObject(ctx, b.name, b.prefix+name, io.NewSectionReader(body, 0, body.Size()), body.Size(), opts)
	code := minio.ToErrorResponse(err)
	switch {
	case fresh && code.StatusCode == http.StatusNotImplemented:
		return b.upload(ctx, name, body, false) // the store does not support conditional requests; replacing the object is safe, because its name determines its content
	case fresh && (code.StatusCode == http.StatusPreconditionFailed || code.StatusCode == http.StatusConflict):
		return errThere
	}
	return b.said(ctx, name, err)
}

// verify compares the stored object with body, either by the store's checksum or by reading the
// object back.
func (b *bucket) verify(ctx context.Context, name string, body *io.SectionReader) error {
	info, err := b.core.StatObject(ctx, b.name, b.prefix+name, minio.StatObjectOptions{Checksum: true})
	if err != nil {
		return b.said(ctx, name, err)
	}
	whole := info.ChecksumMode == "" || info.ChecksumMode == minio.ChecksumFullObjectMode.String()
	switch {
	case info.Size != body.Size():
	case info.ChecksumCRC64NVME != "" && whole:
		h := minio.ChecksumCRC64NVME.Hasher()
		if _, err := io.Copy(h, io.NewSectionReader(body, 0, body.Size())); err != nil {
			return err
		}
		if base64.StdEncoding.EncodeToString(h.Sum(nil)) == info.ChecksumCRC64NVME {
			return nil
		}
	default:
		ok, err := same(io.NewSectionReader(rangeReader{b, ctx, name}, 0, info.Size), body)
		if err != nil || ok {
			return err
		}
	}
	return fmt.Errorf("the stored content of object %s differs from what was sent: %w", name, results.ErrDamaged)
}

// rangeReader reads an object in ranges, because it may be larger than memory.
type rangeReader struct {
	from *bucket
	ctx  context.Context //nolint:containedctx // lives as long as one comparison
	name string
}

// ReadAt implements io.ReaderAt.
func (r rangeReader) ReadAt(p []byte, at int64) (int, error) {
	data, err := r.from.Range(r.ctx, r.name, at, int64(len(p)))
	return copy(p, data), err
}

// Range implements Store.
func (b *bucket) Range(ctx context.Context, name string, from, size int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askMost)
	defer cancel()
	if size <= 0 || from < 0 || from > math.MaxInt64-size { // such a range cannot be expressed in a Range header
		info, err := b.Stat(ctx, name)
		if err != nil {
			return nil, err
		}
		if size < 0 {
			size = info.Size - from
		}
		if from < 0 || size < 0 || from > info.Size-size {
			return nil, outside(name, from, size)
		}
		if size == 0 {
			return []byte{}, nil
		}
	}
	var opts minio.GetObjectOptions
	if err := opts.SetRange(from, from+size-1); err != nil {
		return nil, outside(name, from, size)
	}
	body, info, _, err := b.core.GetObject(ctx, b.name, b.prefix+name, opts)
	if err != nil {
		if minio.ToErrorResponse(err).StatusCode == http.StatusRequestedRangeNotSatisfiable {
			return nil, outside(name, from, size)
		}
		return nil, b.said(ctx, name, err)
	}
	defer body.Close()
	if info.Size != size {
		return nil, outside(name, from, size)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(body, data); err != nil {
		return nil, b.said(ctx, name, err)
	}
	return data, nil
}

// Stat implements Store.
func (b *bucket) Stat(ctx context.Context, name string) (Info, error) {
	ctx, cancel := context.WithTimeout(ctx, askMost)
	defer cancel()
	info, err := b.core.StatObject(ctx, b.name, b.prefix+name, minio.StatObjectOptions{})
	if err != nil {
		return Info{}, b.said(ctx, name, err)
	}
	return Info{Name: name, Size: info.Size, At: info.LastModified}, nil
}

// Delete implements Store.
func (b *bucket) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, askMost)
	defer cancel()
	err := b.said(ctx, name, b.core.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, results.ErrNotFound) {
		return nil
	}
	return err
}

// List implements Store.
func (b *bucket) List(ctx context.Context, each func(Info) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range b.core.Client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if o.Err != nil {
			return b.said(ctx, "", o.Err)
		}
		name := strings.TrimPrefix(o.Key, b.prefix)
		if strings.HasSuffix(name, "/") {
			continue // some programs create a placeholder object for a directory
		}
		if err := each(Info{Name: name, Size: o.Size, At: o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// said replaces a store's error with one that contains neither host nor key.
func (b *bucket) said(ctx context.Context, name string, err error) error {
	if err == nil {
		return nil
	}
	answer := minio.ToErrorResponse(err)
	switch {
	case answer.Code == minio.NoSuchBucket:
		return fmt.Errorf("bucket %s does not exist: %w", b.name, results.ErrUnavailable)
	case answer.StatusCode == http.StatusNotFound:
		return missing(name)
	case answer.StatusCode == http.StatusForbidden, answer.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("bucket %s: permission denied (%s): %w", b.name, answer.Code, results.ErrUnavailable)
	case answer.StatusCode >= 400 && answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests &&
		answer.StatusCode != http.StatusRequestTimeout:
		return fmt.Errorf("bucket %s: the store rejected a request (%s)", b.name, answer.Code)
	case answer.Code != "":
		return fmt.Errorf("bucket %s: the store reports an internal error (%s): %w", b.name, answer.Code, results.ErrUnavailable)
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return err
	}
	return fmt.Errorf("bucket %s: the store does not respond: %w", b.name, results.ErrUnavailable)
}
