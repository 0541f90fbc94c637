import { Egress } from '#system/egress/egress';
import { Acks } from './acks';
import { Extractions, type ExtractBody, type RestoredBody } from './archive/extractions';
import { inspectArchive, type InspectBody } from './archive/inspect';
import { openUnzipLanes } from './archive/unzip-pool';
import { BytePlane } from './bytes/byte-plane';
import { ChildChannel, type CallControl } from './child-channel';
import { LISTEN_FD, type ChildEvent } from '#files/link/child-wire';
import { openDisk, type Disk } from './disk';
import { fetchUrl, type FetchBody } from './fetch/fetch-url';
import { FtpCount } from './tree/ftp-count';
import { takeStream } from './bytes/take-stream';
import { Tickets, type TicketWish } from './bytes/tickets';
import { Uploads } from './upload/uploads';
import { UploadReports } from './upload/upload-reports';
import { compress, type CompressBody } from './verbs/compress';
import { changeMode } from './verbs/change-mode';
import { copy } from './verbs/copy';
import { mkdir, touch } from './verbs/create';
import type { StreamControl } from './search/event-stream';
import { preview, replaceAll } from './replace/replace-in-files';
import { search } from './search/search';
import { measureAll } from './sizes/measure-folders';
import { forgetAhead, list } from './verbs/list';
import { HISTORY_VERBS } from './verbs/history-verbs';
import { resetPermission } from './verbs/permission';
import { remove } from './verbs/remove';
import { rename } from './verbs/rename';
import { changeSettings, settings } from './verbs/settings';
import { cat, echo } from './verbs/text';
import { readPart } from './verbs/window';
import type { VerbContext } from './verb';
import { PackPool } from './zip/pack-pool';

/** Without anything to do for this long a child asks to go, ms. */
const IDLE_MS = 5 * 60_000;
const IDLE_CHECK_MS = 30_000;
const SWEEP_MS = 3600_000;
/** A child that was told to go ends what it does, but not for ever, ms. */
const LEAVE_MS = 30_000;

interface EgressRules {
  readonly allowed: readonly string[];
  readonly own: readonly string[];
}

type AnyVerb = (body: never, context: VerbContext) => Promise<unknown>;

/** By the names of the contract's calls; the parent has parsed the bodies with their schemas. */
const VERBS: Readonly<Record<string, AnyVerb>> = {
  listFolder: list,
  touchFile: touch,
  makeFolder: mkdir,
  removeFile: remove,
  renameFile: rename,
  copyFile: copy,
  readText: cat,
  writeText: echo,
  resetPermission,
  previewReplace: preview,
  replaceInFiles: replaceAll,
  readFileSettings: settings,
  saveFileSettings: changeSettings,
  readWindow: readPart,
  changeMode,
  ...HISTORY_VERBS,
};

type AnyStream = (body: never, control: StreamControl) => Promise<unknown>;

const STREAMS: Readonly<Record<string, AnyStream>> = {
  searchFiles: search,
  measureFolders: measureAll,
  takeStream,
};

class Child {
  private readonly disk: Disk;
  private readonly ftp: FtpCount;
  private readonly uploads: Uploads;
  private readonly tickets: Tickets;
  private readonly pool: PackPool;
  private readonly extractions: Extractions;
  private readonly plane: BytePlane;
  private readonly channel: ChildChannel;
  private readonly reports: UploadReports;
  private activeAt = Date.now();

  constructor(root: string, script: URL) {
    const tell = (event: ChildEvent) => this.channel.tell(event);
    this.disk = openDisk(root, null);
    this.ftp = new FtpCount(this.disk);
    this.uploads = new Uploads(this.disk);
    const acks = new Acks(tell);
    this.reports = new UploadReports(this.uploads, tell, acks);
    const unused = { state: 'failed', files: 0, bytes: 0, failed: [] } as const;
    this.tickets = new Tickets(this.disk, (ticket) => tell({ event: 'stream', ticket, ...unused }));
    this.pool = new PackPool(script);
    this.extractions = new Extractions(this.disk, openUnzipLanes(script));
    this.plane = new BytePlane({
      disk: this.disk,
      uploads: this.uploads,
      tickets: this.tickets,
      pool: this.pool,
      onUploaded: (id, current) => this.reports.changed(id, current),
      onStream: (report) => tell({ event: 'stream', ...report }),
      onStreamed: (report) => acks.told({ event: 'stream', ...report }),
    });
    this.channel = new ChildChannel({
      call: (verb, body, control) => {
        if (verb !== 'listFolder') forgetAhead();
        return this.call(verb, body, control);
      },
      quota: (bytes) => this.disk.quota.setLimit(bytes),
      ack: (event) => acks.acknowledged(event),
      closed: () => this.leave(),
    });
  }

  start(): void {
    this.plane.server.listen({ fd: LISTEN_FD }, () => this.channel.tell({ event: 'ready' }));
    setInterval(() => this.checkIdle(), IDLE_CHECK_MS).unref();
    setInterval(() => this.sweep(), SWEEP_MS).unref();
    this.sweep();
    this.extractions.sweep();
  }

  private async call(verb: string, body: unknown, control: CallControl): Promise<unknown> {
    this.activeAt = Date.now();
    const { disk, pool } = this;
    const { signal } = control;
    const known = VERBS[verb];
    if (known) return known(body as never, { disk, signal });
    const stream = STREAMS[verb];
    if (stream) return stream(body as never, { disk, ...control });
    switch (verb) {
      case 'uploadStatus':
        return this.uploads.status(body as { id: string });
      case 'stopUpload':
        await this.uploads.stop((body as { id: string }).id, signal);
        return {};
      case 'ticket':
        return this.tickets.issue(body as TicketWish, signal);
      case 'dropTicket':
        this.plane.stopStream((body as { ticket: string }).ticket);
        return {};
      case 'compress':
        return compress(body as CompressBody, { disk, pool, signal, progress: control.progress });
      case 'inspectArchive':
        return inspectArchive(body as InspectBody, { disk, signal });
      case 'extract':
        return this.extractions.extract(body as ExtractBody, { signal, progress: control.progress });
      case 'placeRestored':
        return this.extractions.placeRestored(body as RestoredBody, signal);
      case 'fetchUrl': {
        const { allowed, own, ...wish } = body as FetchBody & EgressRules;
        return fetchUrl(wish, {
          disk,
          egress: new Egress({ allowed, own }),
          signal,
          progress: control.progress,
        });
      }
      case 'dropExtracted':
        await this.extractions.drop((body as { taskId: number }).taskId);
        return {};
      case 'measure':
        return this.ftp.remeasure(signal);
      case 'countForFtp':
        await this.ftp.bring();
        return {};
      default:
        throw new Error(`No such verb: ${verb}`);
    }
  }

  private checkIdle(): void {
    if (this.channel.busy || this.plane.busy) this.activeAt = Date.now();
    if (Date.now() - this.activeAt >= IDLE_MS) this.channel.tell({ event: 'idle' });
  }

  private sweep(): void {
    const { signal } = new AbortController();
    // A tree that can't be swept now is swept another time; the verbs say what is wrong with it.
    void this.disk.work.sweep(signal).catch(() => undefined);
    void this.uploads.sweep(signal).catch(() => undefined);
    void this.disk.bin.sweep(signal).catch(() => undefined);
    void this.disk.versions.sweep(signal);
  }

  private leave(): void {
    const end = () => process.exit(0);
    this.plane.server.close(end);
    this.plane.server.closeIdleConnections();
    setTimeout(end, LEAVE_MS).unref();
  }
}

/**
 * One host's file service, under the host's own identity.
 * @param script the bundle this process runs, for its worker threads
 */
export function runChild(script: URL): void {
  const root = process.argv[2];
  if (root === undefined) throw new Error('usage: child <root of the host>');
  process.umask(0o022);
  new Child(root, script).start();
}
