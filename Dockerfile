# Built in one stage, run in another. The second contains only the program and Node, whose SQLite
# it uses, so nothing is compiled.
FROM node:24-alpine AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run pack

FROM node:24-alpine
# The name in the MCP registry, which only the publisher can provide.
ARG SERVER_NAME=""
LABEL org.opencontainers.image.title="biotech-catalyst-mcp" \
      org.opencontainers.image.description="FDA catalysts, trials, cash runway and positioning for AI assistants" \
      org.opencontainers.image.licenses="MIT" \
      io.modelcontextprotocol.server.name="${SERVER_NAME}"
COPY --from=build /source/.package /app
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production \
    CATALYST_DATA_DIR=/data \
    CATALYST_ALLOWED_HOSTS=localhost
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.CATALYST_PORT || process.env.PORT || 8787) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]
# One assistant over stdio: docker run -i IMAGE stdio
CMD ["serve", "--host", "0.0.0.0"]
