import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  apiIdentity,
  mailIdentity,
  mariadbIdentity,
  postgresIdentity,
  TOOL_UID,
  WEB_GID,
  type Isolation,
} from '#system/process/identity';
import { challengeFolder, type Paths } from '#system/settings/paths';
import { StartRefusal } from './start-refusal';

interface Folder {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

async function ensure(folder: Folder, isolation: Isolation): Promise<void> {
  await mkdir(folder.path, { recursive: true });
  if (isolation.is === 'separate') await chown(folder.path, folder.uid, folder.gid);
  // After chown, which may clear the set-group bit.
  await chmod(folder.path, folder.mode);
}

/** Which process serves browsers and connects to the hosts' children. */
export type FrontProcess = 'nginx' | 'api';

/** Creates the folders of the sockets. A process that may enter a folder can talk to the process behind its sockets. */
export async function prepareRun(places: Paths, isolation: Isolation, door: FrontProcess): Promise<void> {
  const api = apiIdentity(isolation);
  const postgres = postgresIdentity(isolation);
  const mariadb = mariadbIdentity(isolation);
  const tool = { uid: TOOL_UID, gid: TOOL_UID };
  const folders: readonly Folder[] = [
    { path: places.run, uid: 0, gid: 0, mode: 0o711 },
    { path: places.postgresRun, uid: postgres.uid, gid: api.gid, mode: 0o750 },
    // Every site may connect; MariaDB authenticates it.
    { path: places.mariadb.run, ...mariadb, mode: 0o755 },
    // Each socket in it belongs to one host.
    { path: places.handover, uid: 0, gid: 0, mode: 0o711 },
    { path: places.mariadb.options, ...mariadb, mode: 0o700 },
    // Setgid: the socket that the API creates in it gets the web server's group.
    { path: dirname(places.apiSocket), uid: api.uid, gid: WEB_GID, mode: 0o2750 },
    { path: dirname(places.adminSocket), uid: 0, gid: 0, mode: 0o750 },
    { path: dirname(places.workerSocket), uid: 0, gid: api.gid, mode: 0o750 },
    { path: dirname(places.filesSocket), uid: 0, gid: api.gid, mode: 0o750 },
    { path: places.childSockets, uid: 0, gid: door === 'nginx' ? WEB_GID : api.gid, mode: 0o750 },
    { path: places.phpSockets, uid: 0, gid: WEB_GID, mode: 0o750 },
    // Each folder in it belongs to one host.
    { path: places.phpHosts, uid: 0, gid: 0, mode: 0o711 },
    { path: places.fullHosts, uid: 0, gid: 0, mode: 0o700 },
    { path: dirname(places.phpControl), uid: 0, gid: 0, mode: 0o700 },
    // Each folder in it belongs to one host.
    { path: places.mail.sockets, uid: 0, gid: mailIdentity(isolation).gid, mode: 0o751 },
    { path: dirname(places.mail.alive), ...mailIdentity(isolation), mode: 0o700 },
    { path: places.mail.program, uid: 0, gid: 0, mode: 0o755 },
    { path: places.monoSockets, uid: 0, gid: WEB_GID, mode: 0o750 },
    { path: places.monoServers, uid: 0, gid: 0, mode: 0o700 },
    { path: join(places.run, 'nginx'), uid: 0, gid: 0, mode: 0o700 },
    { path: dirname(places.originSocket), uid: 0, gid: WEB_GID, mode: 0o750 },
    { path: places.ftp.folder, uid: 0, gid: api.gid, mode: 0o750 },
    // Setgid with root's group: the FTP server asks the API after it has dropped root's capabilities.
    { path: dirname(places.ftp.socket), uid: api.uid, gid: 0, mode: 0o2750 },
    { path: dirname(places.tool.socket), uid: 0, gid: WEB_GID, mode: 0o750 },
    { path: places.tool.tickets, ...tool, mode: 0o700 },
    { path: places.tool.own, ...tool, mode: 0o700 },
    { path: join(places.tool.own, 'sessions'), ...tool, mode: 0o700 },
    { path: join(places.tool.own, 'tmp'), ...tool, mode: 0o700 },
    { path: places.ftp.readOnly, uid: 0, gid: 0, mode: 0o700 },
    { path: places.ftp.slots, uid: 0, gid: 0, mode: 0o700 },
  ];
  await refuseForeign(places.run, isolation);
  for (const folder of folders) await ensure(folder, isolation);
}

/** Refuses a folder of another user: without root, the parent folder is writable for everyone. */
async function refuseForeign(run: string, isolation: Isolation): Promise<void> {
  const uid = isolation.is === 'separate' ? 0 : isolation.uid;
  const found = await lstat(run).catch(() => undefined);
  if (found && (!found.isDirectory() || found.uid !== uid)) {
    throw new StartRefusal(`The folder for sockets belongs to another user: ${run}`);
  }
}

/** Creates the permanent folders. Hosts can list none of them and enter only those on the way to their own. */
export async function prepareData(places: Paths, isolation: Isolation): Promise<void> {
  const root = { uid: 0, gid: 0 };
  const api = apiIdentity(isolation);
  const mail = mailIdentity(isolation);
  const folders: readonly Folder[] = [
    { path: places.data, ...root, mode: 0o711 },
    { path: places.secrets, ...root, mode: 0o700 },
    { path: places.logs, ...root, mode: 0o750 },
    { path: places.hosts, ...root, mode: 0o711 },
    // Setgid: the API reads images.
    { path: places.images, uid: 0, gid: api.gid, mode: 0o2750 },
    { path: places.appPackages, ...root, mode: 0o700 },
    { path: places.scans, ...root, mode: 0o700 },
    { path: places.quarantine, ...root, mode: 0o700 },
    { path: places.safety, ...root, mode: 0o700 },
    { path: places.certificates, ...root, mode: 0o700 },
    // nginx's workers read the challenge responses in it; hosts have no use for them.
    { path: places.challenges, uid: 0, gid: WEB_GID, mode: 0o750 },
    { path: challengeFolder(places.challenges), uid: 0, gid: WEB_GID, mode: 0o750 },
    { path: places.mariadb.tls, ...mariadbIdentity(isolation), mode: 0o700 },
    { path: places.edge, uid: 0, gid: WEB_GID, mode: 0o710 },
    { path: dirname(places.nginx.sites), ...root, mode: 0o711 },
    // Setgid: nginx's workers can read error pages in it, and no other user can read the configuration.
    { path: places.nginx.front, uid: 0, gid: WEB_GID, mode: 0o2750 },
    { path: places.nginx.sites, uid: 0, gid: WEB_GID, mode: 0o2750 },
    { path: places.php, ...root, mode: 0o700 },
    { path: places.tool.folder, ...root, mode: 0o700 },
    { path: places.phpReport, ...root, mode: 0o755 },
    { path: places.mono, ...root, mode: 0o755 },
    { path: places.mail.folder, uid: 0, gid: mail.gid, mode: 0o711 },
    // Setgid: the API reads what the mail process counts.
    { path: places.mail.counts, uid: mail.uid, gid: api.gid, mode: 0o2750 },
    { path: places.mail.spool, ...mail, mode: 0o700 },
    { path: places.bundles, ...root, mode: 0o755 },
    { path: places.registry, ...api, mode: 0o755 },
  ];
  for (const folder of folders) await ensure(folder, isolation);
}
