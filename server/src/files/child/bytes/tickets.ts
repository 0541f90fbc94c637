import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { OpenFile } from '../tree/open-file';
import { openRegularFile } from '../tree/open-file';
import type { Disk } from '../disk';
import type { TicketReply } from '#files/link/child-messages';
import type { TicketGrant } from '#files/link/protocol';
import { partsOf } from '../tree/site-path';
import { enterFolder, type Folder } from '../tree/walk';
import { checkSelection, type Selection } from '../zip/check-selection';

/** An unused ticket expires after this time, ms. */
const TICKET_MS = 60_000;
const OTHERS_ENTER = 0o001;
const OTHERS_READ = 0o004;

export type Grant =
  | { readonly type: 'download'; readonly content: OpenFile }
  | ({ readonly type: 'zip'; readonly stop: AbortController; readonly filesTotal: number } & Selection)
  | Extract<TicketGrant, { readonly type: 'contents' }>;

interface Ticket {
  readonly granted: Grant;
  readonly timer: NodeJS.Timeout;
}

/** Opens a file by its path, and reports whether every user of the machine could open it. */
function openDownload(root: Folder, parts: readonly string[]): { content: OpenFile; open: boolean } {
  let folder = root.reopen();
  let open = true;
  for (const part of parts.slice(0, -1)) {
    using parent = folder;
    folder = enterFolder(parent, part);
    open &&= (fstatSync(folder.fd).mode & OTHERS_ENTER) !== 0;
  }
  using holder = folder;
  const content = openRegularFile(holder, parts.at(-1) ?? '.');
  return { content, open: open && (content.stats.mode & OTHERS_READ) !== 0 };
}

/** One-time rights to read bytes: the parent requests them, the front door redeems them. */
export class Tickets {
  private readonly kept = new Map<string, Ticket>();

  constructor(
    private readonly disk: Disk,
    /** Called for a zip whose ticket was never used. */
    private readonly onUnused: (ticket: string) => void,
  ) {}

  get count(): number {
    return this.kept.size;
  }

  async issue(grant: TicketGrant, signal: AbortSignal): Promise<TicketReply> {
    if (grant.type === 'zip') {
      const filesTotal = await checkSelection(this.disk, grant, signal);
      return { ticket: this.keep({ ...grant, filesTotal, stop: new AbortController() }) };
    }
    if (grant.type === 'contents') return { ticket: this.keep(grant) };
    const { content, open } = openDownload(this.disk.root, partsOf(grant.path));
    if (!open || !grant.static) return { ticket: this.keep({ type: 'download', content }) };
    content[Symbol.dispose]();
    return {};
  }

  /** Each ticket opens once. */
  take(ticket: string): Grant | undefined {
    const kept = this.kept.get(ticket);
    if (!kept) return undefined;
    clearTimeout(kept.timer);
    this.kept.delete(ticket);
    return kept.granted;
  }

  /** Drops an unused ticket. */
  drop(ticket: string): void {
    const granted = this.take(ticket);
    if (granted?.type === 'download') granted.content[Symbol.dispose]();
    if (granted?.type === 'zip') this.onUnused(ticket);
  }

  private keep(granted: Grant): string {
    const ticket = randomBytes(24).toString('base64url');
    const timer = setTimeout(() => this.drop(ticket), TICKET_MS);
    this.kept.set(ticket, { granted, timer });
    return ticket;
  }
}
