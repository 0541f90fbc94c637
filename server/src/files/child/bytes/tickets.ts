import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { Content } from '../text/content';
import { openContent } from '../text/content';
import type { Disk } from '../disk';
import { partsOf } from '../tree/site-path';
import { step, type Folder } from '../tree/walk';
import { checkSelection, type Selection } from '../zip/check-selection';

/** A ticket that nobody used is worth nothing after this time, ms. */
const TICKET_MS = 60_000;
const OTHERS_ENTER = 0o001;
const OTHERS_READ = 0o004;

export type Granted =
  | { readonly kind: 'download'; readonly content: Content }
  | ({ readonly kind: 'zip'; readonly stop: AbortController } & Selection);

export type TicketWish =
  | { readonly kind: 'download'; readonly path: string; readonly static: boolean }
  | ({ readonly kind: 'zip' } & Selection);

export interface TicketReply {
  /** Absent where everybody on the machine may read the file: the web server can hand it out itself. */
  readonly ticket?: string;
}

interface Kept {
  readonly granted: Granted;
  readonly timer: NodeJS.Timeout;
}

/** Opens a file by its path and tells whether everybody else could. */
function openDownload(root: Folder, parts: readonly string[]): { content: Content; open: boolean } {
  let folder = root.again();
  let open = true;
  for (const part of parts.slice(0, -1)) {
    using behind = folder;
    folder = step(behind, part);
    open &&= (fstatSync(folder.fd).mode & OTHERS_ENTER) !== 0;
  }
  using holder = folder;
  const content = openContent(holder, parts.at(-1) ?? '.');
  return { content, open: open && (content.stats.mode & OTHERS_READ) !== 0 };
}

/** One-time rights to bytes, given on the control plane and used on the byte plane. */
export class Tickets {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly disk: Disk,
    /** Told of a zip that nobody came for. */
    private readonly onUnused: (ticket: string) => void,
  ) {}

  get count(): number {
    return this.kept.size;
  }

  async issue(wish: TicketWish, signal: AbortSignal): Promise<TicketReply> {
    if (wish.kind === 'zip') {
      await checkSelection(this.disk, wish, signal);
      return { ticket: this.keep({ ...wish, stop: new AbortController() }) };
    }
    const { content, open } = openDownload(this.disk.root, partsOf(wish.path));
    if (!open || !wish.static) return { ticket: this.keep({ kind: 'download', content }) };
    content[Symbol.dispose]();
    return {};
  }

  /** Each ticket opens once. */
  take(ticket: string): Granted | undefined {
    const kept = this.kept.get(ticket);
    if (!kept) return undefined;
    clearTimeout(kept.timer);
    this.kept.delete(ticket);
    return kept.granted;
  }

  /** Gives an unused ticket back. */
  drop(ticket: string): void {
    const granted = this.take(ticket);
    if (granted?.kind === 'download') granted.content[Symbol.dispose]();
    if (granted?.kind === 'zip') this.onUnused(ticket);
  }

  private keep(granted: Granted): string {
    const ticket = randomBytes(24).toString('base64url');
    const timer = setTimeout(() => this.drop(ticket), TICKET_MS);
    this.kept.set(ticket, { granted, timer });
    return ticket;
  }
}
