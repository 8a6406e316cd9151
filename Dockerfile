# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image is built without a repository: --build-arg COMMIT="$(git rev-parse --short HEAD)" tells /version.json what runs.
ARG COMMIT=""
ARG COMMIT_DATE=""
RUN COMMIT="$COMMIT" COMMIT_DATE="$COMMIT_DATE" node bin/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data BACKEND_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/public ./public
COPY --from=build /app/build ./build
COPY --from=build /app/build-backend ./build-backend
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# Console; backend (ingestion, API).
EXPOSE 3000 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["node", "bin/health.mjs"]
CMD ["node", "bin/start.mjs"]
