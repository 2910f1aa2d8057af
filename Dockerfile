# The image holds one static binary, the licences of what is inside it
# (/notices), and an empty data folder.
#
#   docker build -t clawatlas .
#   docker run -p 8080:8080 -v clawatlas:/data clawatlas
#
# The first start builds the database from the data in the binary. To serve
# other records, ingest them into the same volume:
#
#   docker run --rm -v clawatlas:/data -v "$PWD/results:/in:ro" clawatlas ingest --db /data/clawatlas.db /in

# The tag is for people, the digest (of the list of platforms) decides.
FROM golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d AS build
ARG VERSION=unknown
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# /data belongs to the user below, so that a new volume does too; SQLite sorts
# large results in files under /tmp.
RUN make static OUT=/out VERSION="$VERSION" \
 && mkdir -p /out/data /out/tmp /out/notices \
 && mv /out/THIRD_PARTY_NOTICES.txt /out/notices/ \
 && cp LICENSE /out/notices/LICENSE \
 && cp /usr/share/doc/libc6/copyright /out/notices/glibc.txt \
 && cp /usr/share/common-licenses/LGPL-2.1 /out/notices/LGPL-2.1.txt

FROM scratch
COPY --from=build /out/clawatlas /clawatlas
COPY --from=build /out/notices /notices
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/clawatlas", "health", "--addr", "127.0.0.1:8080"]
ENTRYPOINT ["/clawatlas"]
CMD ["serve", "--db", "/data/clawatlas.db", "--addr", "0.0.0.0:8080"]
