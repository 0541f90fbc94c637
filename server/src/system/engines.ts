import { findProgram } from './exec';
import { findFtp, type FtpEngine } from './ftp/engine';
import { findNginx, type NginxEngine } from './nginx/engine';
import { findPhp, type PhpEngine } from './php/engine';

export type EngineReport =
  | { readonly is: 'present'; readonly name: string; readonly version: string }
  | {
      readonly is: 'missing';
      readonly name: string;
      /** What does not work without it. */
      readonly loses: string;
      /** The one command that brings it. */
      readonly install: string;
    };

/** The engines of this machine. An absent one switches its area off, nothing else. */
export interface Engines {
  readonly nginx: NginxEngine | undefined;
  readonly php: PhpEngine | undefined;
  readonly ftp: FtpEngine | undefined;
  readonly acl: boolean;
}

export async function findEngines(): Promise<Engines> {
  const [nginx, php, ftp, acl] = await Promise.all([
    findNginx(),
    findPhp(),
    findFtp(),
    findProgram('setfacl'),
  ]);
  return { nginx, php, ftp, acl: acl !== undefined };
}

const install = (packages: string) => `apt-get install -y ${packages}`;

/** What is there with its version, and what is missing with the command that brings it. */
export function reportEngines(engines: Engines, separate: boolean): readonly EngineReport[] {
  const { nginx, php, ftp } = engines;
  const found: EngineReport[] = [
    nginx
      ? { is: 'present', name: 'nginx', version: nginx.version }
      : { is: 'missing', name: 'nginx', loses: 'no site is served', install: install('nginx') },
    php
      ? { is: 'present', name: 'PHP', version: php.version }
      : { is: 'missing', name: 'PHP', loses: 'sites are static', install: install('php-fpm') },
  ];
  const served: EngineReport = ftp
    ? { is: 'present', name: 'pure-ftpd', version: ftp.version }
    : { is: 'missing', name: 'pure-ftpd', loses: 'nobody signs in by FTP', install: install('pure-ftpd') };
  const acl: EngineReport = {
    is: 'missing',
    name: 'acl',
    loses: "nginx can't enter a site",
    install: install('acl'),
  };
  // Without root neither is of any use, and the start says so.
  if (!separate) return found;
  return [...found, served, ...(engines.acl ? [] : [acl])];
}
