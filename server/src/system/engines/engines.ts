import { findAdminTool, type AdminTool } from '#system/admin-tool/engine';
import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { findProgram } from '#system/process/exec';
import { findFtp, type FtpEngine } from '#system/ftp/engine';
import { isolationHere } from '#system/process/identity';
import { findMono, type MonoEngine } from '#system/mono/engine';
import { findMariadb, type MariadbEngine } from '#system/mariadb/instance/engine';
import { findNginx, type NginxEngine } from '#system/nginx/engine';
import { findPhp, type PhpEngine } from '#system/php/engine';
import { findRestic, type ResticEngine } from '#system/restic/engine';

export type EngineReport =
  | { readonly is: 'present'; readonly name: string; readonly version: string }
  | {
      readonly is: 'missing';
      readonly name: string;
      /** What does not work without this engine. */
      readonly loses: string;
      /** The command that installs it. */
      readonly install: string;
    };

/** The engines of this machine. A missing engine only disables the features that need it. */
export interface Engines {
  readonly nginx: NginxEngine | undefined;
  readonly php: PhpEngine | undefined;
  readonly mono: MonoEngine | undefined;
  readonly ftp: FtpEngine | undefined;
  readonly adminTool: AdminTool | undefined;
  readonly mariadb: MariadbEngine | undefined;
  readonly restic: ResticEngine | undefined;
  readonly acl: boolean;
  readonly cages: Cages;
}

export async function findEngines(): Promise<Engines> {
  const [nginx, php, mono, ftp, adminTool, mariadb, restic, acl, cages] = await Promise.all([
    findNginx(),
    findPhp(),
    findMono(),
    findFtp(),
    findAdminTool(),
    findMariadb(),
    findRestic(),
    findProgram('setfacl'),
    findCages(isolationHere()),
  ]);
  return { nginx, php, mono, ftp, adminTool, mariadb, restic, acl: acl !== undefined, cages };
}

/** Command that installs the hosts' database engine. */
export const MARIADB_INSTALL = 'apt-get install -y mariadb-server mariadb-client';

const install = (packages: string) => `apt-get install -y ${packages}`;

/** Lists installed engines with their versions, and missing ones with the command that installs them. */
export function reportEngines(engines: Engines, separate: boolean): readonly EngineReport[] {
  const { nginx, php, mono, ftp, mariadb, restic } = engines;
  const found: EngineReport[] = [
    nginx
      ? { is: 'present', name: 'nginx', version: nginx.version }
      : { is: 'missing', name: 'nginx', loses: 'no site is served', install: install('nginx') },
    php
      ? { is: 'present', name: 'PHP', version: php.version }
      : { is: 'missing', name: 'PHP', loses: 'sites are static', install: install('php-fpm') },
    mariadb
      ? { is: 'present', name: 'MariaDB', version: mariadb.version }
      : { is: 'missing', name: 'MariaDB', loses: 'hosts have no database', install: MARIADB_INSTALL },
    restic
      ? { is: 'present', name: 'restic', version: restic.version }
      : { is: 'missing', name: 'restic', loses: 'there are no backups', install: install('restic') },
    mono
      ? { is: 'present', name: 'Mono', version: mono.version }
      : {
          is: 'missing',
          name: 'Mono',
          loses: '.NET pages do not run',
          install: install('--no-install-recommends mono-fastcgi-server4'),
        },
  ];
  const served: EngineReport = ftp
    ? { is: 'present', name: 'pyftpdlib', version: ftp.version }
    : {
        is: 'missing',
        name: 'pyftpdlib',
        loses: 'FTP is unavailable',
        install: install('--no-install-recommends python3-pyftpdlib python3-openssl'),
      };
  const acl: EngineReport = {
    is: 'missing',
    name: 'acl',
    loses: "nginx can't enter a site",
    install: install('acl'),
  };
  // Without root neither is used; the start reports that separately.
  if (!separate) return found;
  return [...found, served, ...(engines.acl ? [] : [acl])];
}
