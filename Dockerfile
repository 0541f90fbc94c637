FROM node:20-bookworm AS build
WORKDIR /sitedeck
COPY . .
RUN node tooling/bootstrap/build.mjs

FROM node:20-bookworm-slim
# A policy that answers 101 keeps packages from starting daemons; SiteDeck runs its own instances.
RUN printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d \
 && apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    nginx libnginx-mod-http-brotli-filter libnginx-mod-http-brotli-static \
    php8.2-fpm php8.2-mbstring php8.2-mysql php8.2-gd php8.2-curl php8.2-xml php8.2-zip php8.2-intl acl \
    python3-pyftpdlib python3-openssl openssl \
    ripgrep libarchive-tools bzip2 xz-utils zstd mariadb-server mariadb-client restic openssh-client bind9-dnsutils bubblewrap iproute2 yara \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /sitedeck/tooling/bootstrap/unpacked-packages.mjs /tmp/
RUN node -e "import('/tmp/unpacked-packages.mjs').then(({ unpackPackages }) => process.exit(unpackPackages(console.log).length))" \
 && rm /tmp/unpacked-packages.mjs
WORKDIR /sitedeck
COPY --from=build /sitedeck/server/dist server/dist
COPY --from=build /sitedeck/shell/dist shell/dist
COPY --from=build /sitedeck/remotes remotes
COPY --from=build /sitedeck/tooling/packages/dist tooling/packages/dist
EXPOSE 8080 8081 8443 8083 8090 2121 30000-30999
CMD ["node", "server/dist/main.mjs"]
