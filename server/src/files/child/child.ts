import { Egress } from '#system/egress/egress';
import { Extractions } from './extract/extractions';
import { inspectArchive } from './extract/inspect-archive';
import { openUnzipThreads } from './extract/unzip-pool';
import { BytePlane } from './bytes/byte-plane';
import { Acknowledgements, ChildChannel, type ChildHandlers } from './child-channel';
import { LISTEN_FD, type ChildEvent } from '#files/link/child-messages';
import type { FileVerb } from '#files/link/protocol';
import { openDisk, type Disk } from './disk';
import { compareTrees } from './compare/compare-trees';
import { fetchUrl } from './fetch/fetch-url';
import { FtpQuota } from './tree/ftp-quota';
import { takeStream } from './bytes/store-stream';
import { Moves } from './move/moves';
import { Tickets } from './bytes/tickets';
import { Uploads } from './upload/uploads';
import { UploadReports } from './upload/upload-reports';
import { compress } from './verbs/compress';
import { changeMode, resetPermission } from './verbs/change-mode';
import { copyFile } from './verbs/copy';
import { makeFolder, touchFile } from './verbs/create';
import { previewReplace, replaceInFiles } from './replace/replace-in-files';
import { searchFiles } from './search/search';
import { listForScan } from './scan/list-for-scan';
import { putBack } from './scan/put-back';
import { takeAway } from './scan/take-away';
import { measureFolders } from './sizes/measure-folders';
import { dropReadAhead, listFolder } from './verbs/list';
import { emptyBin, listBin, restoreFromBin } from './verbs/bin';
import { checkUpload } from './verbs/check-upload';
import { listVersions, readVersion, removeVersions, restoreVersions } from './verbs/versions';
import { removeFile } from './verbs/remove';
import { renameFile } from './verbs/rename';
import { readFileSettings, saveFileSettings } from './verbs/file-settings';
import { readText, writeText } from './verbs/read-write-text';
import { readWindow } from './verbs/read-window';
import type { EventSender, VerbContext } from './verb';
import { PackPool } from './zip/pack-pool';

/** Idle for this long, a child asks the parent to let it end, ms. */
const IDLE_MS = 5 * 60_000;
const IDLE_CHECK_MS = 30_000;
const SWEEP_MS = 3600_000;
/** A child that is asked to end finishes its work for at most this long, ms. */
const SHUT_DOWN_MS = 30_000;

/** The verbs, with the disk they work on. */
function verbHandlers(disk: Disk): Pick<ChildHandlers, Exclude<FileVerb, 'uploadStatus'>> {
  const bound =
    <Body, Reply>(verb: (body: Body, context: VerbContext) => Reply) =>
    (body: Body, { signal }: EventSender) =>
      verb(body, { disk, signal });
  return {
    listFolder: bound(listFolder),
    touchFile: bound(touchFile),
    makeFolder: bound(makeFolder),
    removeFile: bound(removeFile),
    renameFile: bound(renameFile),
    copyFile: bound(copyFile),
    readText: bound(readText),
    writeText: bound(writeText),
    readWindow: bound(readWindow),
    resetPermission: bound(resetPermission),
    changeMode: bound(changeMode),
    previewReplace: bound(previewReplace),
    replaceInFiles: bound(replaceInFiles),
    readFileSettings: bound(readFileSettings),
    saveFileSettings: bound(saveFileSettings),
    checkUpload: bound(checkUpload),
    listBin: bound(listBin),
    restoreFromBin: bound(restoreFromBin),
    emptyBin: bound(emptyBin),
    listVersions: bound(listVersions),
    readVersion: bound(readVersion),
    restoreVersions: bound(restoreVersions),
    removeVersions: bound(removeVersions),
  };
}

class Child {
  private readonly disk: Disk;
  private readonly ftp: FtpQuota;
  private readonly uploads: Uploads;
  private readonly tickets: Tickets;
  private readonly pool: PackPool;
  private readonly extractions: Extractions;
  private readonly moves: Moves;
  private readonly plane: BytePlane;
  private readonly channel: ChildChannel;
  private readonly reports: UploadReports;
  private activeAt = Date.now();

  constructor(root: string, threads: URL) {
    const send = (event: ChildEvent) => this.channel.sendEvent(event);
    this.disk = openDisk(root, null);
    this.ftp = new FtpQuota(this.disk);
    this.uploads = new Uploads(this.disk);
    const acks = new Acknowledgements(send);
    this.reports = new UploadReports(this.uploads, send, acks);
    const unused = { state: 'failed', files: 0, filesTotal: 0, bytes: 0, failed: [] } as const;
    this.tickets = new Tickets(this.disk, (ticket) => send({ event: 'stream', ticket, ...unused }));
    this.pool = new PackPool(threads);
    this.extractions = new Extractions(this.disk, openUnzipThreads(threads));
    this.moves = new Moves(this.disk);
    this.plane = new BytePlane({
      disk: this.disk,
      uploads: this.uploads,
      tickets: this.tickets,
      pool: this.pool,
      onUploaded: (id, current) => this.reports.changed(id, current),
      onStream: (report) => send({ event: 'stream', ...report }),
      onStreamed: (report) => acks.send({ event: 'stream', ...report }),
    });
    this.channel = new ChildChannel({
      verbs: this.makeHandlers(),
      called: (verb) => {
        this.activeAt = Date.now();
        if (verb !== 'listFolder') dropReadAhead();
      },
      quota: (bytes) => this.disk.quota.setLimit(bytes),
      ack: (event) => acks.acknowledged(event),
      closed: () => this.shutDown(),
    });
  }

  start(): void {
    this.plane.server.listen({ fd: LISTEN_FD }, () => this.channel.sendEvent({ event: 'ready' }));
    setInterval(() => this.checkIdle(), IDLE_CHECK_MS).unref();
    setInterval(() => this.sweep(), SWEEP_MS).unref();
    this.sweep();
    this.extractions.sweep();
    this.moves.sweep();
  }

  private makeHandlers(): ChildHandlers {
    const { disk, uploads, extractions, moves, pool } = this;
    return {
      ...verbHandlers(disk),
      uploadStatus: async (body) => uploads.status(body),
      searchFiles: (body, control) => searchFiles(body, { disk, ...control }),
      listForScan: (body, control) => listForScan(body, { disk, ...control }),
      measureFolders: (body, control) => measureFolders(body, { disk, ...control }),
      ticket: (body, { signal }) => this.tickets.issue(body, signal),
      dropTicket: async ({ ticket }) => {
        this.plane.stopStream(ticket);
        return {};
      },
      stopUpload: async ({ id }, { signal }) => {
        await uploads.stop(id, signal);
        return {};
      },
      compress: (body, { signal, progress }) => compress(body, { disk, pool, signal, progress }),
      inspectArchive: (body, { signal }) => inspectArchive(body, { disk, signal }),
      extract: (body, { signal, progress }) => extractions.extract(body, { signal, progress }),
      placeRestored: (body, { signal }) => extractions.placeRestored(body, signal),
      dropExtracted: async ({ taskId }) => ({ isPlaced: await extractions.drop(taskId) }),
      fetchUrl: ({ allowed, own, ...request }, { signal, progress }) =>
        fetchUrl(request, { disk, egress: new Egress({ allowed, own }), signal, progress }),
      checkMove: (body, { signal, progress }) => moves.check(body, { signal, progress }),
      moveSite: (body, { signal, progress }) => moves.move(body, { signal, progress }),
      dropMoved: async ({ taskId }) => {
        await moves.drop(taskId);
        return {};
      },
      compareTrees: (body, { signal }) => compareTrees(body, { disk, signal }),
      takeStream: (body, { signal, progress }) => takeStream(body, { disk, signal, progress }),
      takeAway: (body, { signal }) => takeAway(body, { disk, signal }),
      putBack: (body, { signal, progress }) => putBack(body, { disk, signal, progress }),
      measure: (_body, { signal }) => this.ftp.remeasure(signal),
      countForFtp: async () => {
        await this.ftp.synchronise();
        return {};
      },
    };
  }

  private checkIdle(): void {
    if (this.channel.busy || this.plane.busy) this.activeAt = Date.now();
    if (Date.now() - this.activeAt >= IDLE_MS) this.channel.sendEvent({ event: 'idle' });
  }

  private sweep(): void {
    const { signal } = new AbortController();
    // A failed sweep is repeated later; the verbs report what is wrong with the tree.
    void this.disk.work.sweep(signal).catch(() => undefined);
    void this.uploads.sweep(signal).catch(() => undefined);
    void this.disk.bin.sweep(signal).catch(() => undefined);
    void this.disk.versions.sweep(signal);
  }

  private shutDown(): void {
    const end = () => process.exit(0);
    this.plane.server.close(end);
    this.plane.server.closeIdleConnections();
    setTimeout(end, SHUT_DOWN_MS).unref();
  }
}

/**
 * One host's file service, under the host's own identity.
 * @param threads the bundle that its worker threads run
 */
export function runChild(threads: URL): void {
  const root = process.argv[2];
  if (root === undefined) throw new Error('usage: child <root of the host>');
  process.umask(0o022);
  new Child(root, threads).start();
}
