import type { FoundEntry, SearchEvent } from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';
import { contentVersion } from '../text/read-file';
import { typeOf } from '../tree/entry-type';
import { partsOf, pathOf } from '../tree/site-path';
import { walk, type Folder } from '../tree/walk';
import { EventStream } from './event-stream';
import type { StreamControl } from '../verb';
import { findInTexts, type TextMatches } from './find-in-texts';
import { matchesAnyOf, nameTest } from './glob';
import type { TextQuery } from './pattern';
import { checkExpression } from './ripgrep';
import { shownMatches } from './shown-matches';
import { prefilterFor, type Prefilter } from './prefilter';
import { textSource, type TextSource } from './text-source';
import { treeFiles, type WalkedEntry } from './tree-files';

type SearchBody = ChildBodies['searchFiles'];

/** Files per run of ripgrep: few at first, so that the first results appear soon. */
const FIRST_BATCH = 50;
const BATCH = 1000;
/** Limits of one run: bytes of the files, and characters of their paths. */
const BATCH_BYTES = 64 * 1024 * 1024;
const BATCH_CHARACTERS = 256 * 1024;
/** Texts searched together: number and bytes. */
const TEXTS = 64;
const TEXT_BYTES = 1024 * 1024;
/** Interval of progress reports, ms. */
const PROGRESS_MS = 250;
/** Longest reply, characters: a page shows no more. */
const ANSWER_CHARACTERS = 24 * 1024 * 1024;

type Text = Extract<TextSource, { is: 'text' }> & { readonly parts: readonly string[] };

/** Whether the mode allows reading; opening the file may still fail. */
function mayRead({ stats }: WalkedEntry): boolean {
  const uid = process.getuid?.() ?? 0;
  if (uid === 0) return true;
  const bit = stats.uid === uid ? 0o400 : stats.gid === process.getgid?.() ? 0o040 : 0o004;
  return (stats.mode & bit) !== 0;
}

/** One search in a folder and everything below it. */
class Search {
  private readonly events: EventStream<SearchEvent>;
  private readonly skipped = { binary: 0, large: 0, unreadable: 0 };
  private files = 0;
  private bytes = 0;
  private matches = 0;
  private more = false;
  private progressAt = 0;
  private readonly signal: AbortSignal;

  constructor(
    private readonly body: SearchBody,
    private readonly at: { readonly folder: Folder; readonly parts: readonly string[] },
    private readonly control: StreamControl,
  ) {
    this.events = new EventStream(control);
    this.signal = control.signal;
  }

  async run(): Promise<void> {
    const { text } = this.body;
    if (text === undefined) await this.byName();
    else await this.byText({ ...this.body, text });
    const { files, matches, more, skipped } = this;
    await this.events.add({ is: 'end', files, matches, more, skipped });
    await this.events.flush();
  }

  private get isFull(): boolean {
    return this.matches >= this.body.limit || this.events.sentCharacters >= ANSWER_CHARACTERS;
  }

  /** Checks whether entries match name and time. Reports folders only if there is no other condition. */
  private async *entries(): AsyncGenerator<WalkedEntry> {
    const { name, text, include, exclude, changedAfter = 0 } = this.body;
    const [isIncluded, isExcluded] = [matchesAnyOf(include), matchesAnyOf(exclude)];
    const hasName = name === undefined ? () => true : nameTest(name);
    const withFolders = text === undefined && include.length === 0 && changedAfter === 0;
    const { signal } = this;
    const start = this.at.parts;
    const walking = {
      start,
      signal,
      wanted: (entry: string, isFolder: boolean) =>
        !isExcluded(entry) && (isFolder || ((include.length === 0 || isIncluded(entry)) && hasName(entry))),
      onClosed: () => void (this.skipped.unreadable += 1),
    };
    for await (const met of treeFiles(this.at.folder, walking)) {
      await this.reportProgress(met);
      const isFolder = met.stats.isDirectory();
      if (isFolder && !(withFolders && hasName(met.parts.at(-1) ?? ''))) continue;
      if (met.stats.mtimeMs >= changedAfter) yield met;
    }
  }

  private async reportProgress({ parts, stats }: WalkedEntry): Promise<void> {
    if (stats.isFile()) {
      this.files += 1;
      this.bytes += stats.size;
    }
    if (performance.now() - this.progressAt < PROGRESS_MS) return;
    this.progressAt = performance.now();
    const { files, bytes } = this;
    await this.events.add({ is: 'progress', files, bytes, current: this.pathOf(parts) });
  }

  private pathOf(parts: readonly string[]): string {
    return pathOf([...this.at.parts, ...parts]);
  }

  private entryOf(met: WalkedEntry): FoundEntry {
    const { stats, parts } = met;
    const type = typeOf(stats);
    const size = type === 'folder' ? 0 : stats.size;
    return { path: this.pathOf(parts), type, size, mtime: Math.trunc(stats.mtimeMs) };
  }

  private async byName(): Promise<void> {
    for await (const met of this.entries()) {
      if (this.isFull) {
        this.more = true;
        return;
      }
      this.matches += 1;
      await this.events.add({ is: 'found', entry: this.entryOf(met) });
    }
  }

  private async byText(query: TextQuery): Promise<void> {
    if (query.regex) await checkExpression(query, this.signal);
    const listCandidates = await prefilterFor(query);
    // ripgrep filters the next batch while the files of this one are read.
    let ahead: Promise<readonly WalkedEntry[]> | undefined;
    try {
      for await (const batch of this.batches()) {
        const next = this.candidates(listCandidates, batch);
        next.catch(() => undefined);
        if (ahead) await this.searchIn(await ahead, query);
        ahead = next;
        if (!this.isFull) continue;
        this.more = true;
        break;
      }
      if (ahead) await this.searchIn(await ahead, query);
    } finally {
      await ahead?.catch(() => undefined);
    }
  }

  private async *batches(): AsyncGenerator<readonly WalkedEntry[]> {
    let [batch, limit]: [WalkedEntry[], number] = [[], FIRST_BATCH];
    let [characters, bytes] = [0, 0];
    for await (const met of this.entries()) {
      if (!met.stats.isFile() || met.stats.size === 0) continue;
      if (met.stats.size > CAT_LIMIT_BYTES) this.skipped.large += 1;
      else if (!mayRead(met)) this.skipped.unreadable += 1;
      else {
        batch.push(met);
        characters += met.parts.join('/').length;
        bytes += met.stats.size;
      }
      if (batch.length < limit && characters < BATCH_CHARACTERS && bytes < BATCH_BYTES) continue;
      yield batch;
      [batch, limit] = [[], BATCH];
      [characters, bytes] = [0, 0];
    }
    if (batch.length > 0) yield batch;
  }

  private async candidates(
    listCandidates: Prefilter,
    batch: readonly WalkedEntry[],
  ): Promise<readonly WalkedEntry[]> {
    const byPath = new Map(batch.map((met) => [met.parts.join('/'), met]));
    const passed = await listCandidates(this.at.folder.self, [...byPath.keys()], this.control);
    return passed.flatMap((path) => byPath.get(path) ?? []);
  }

  private async searchIn(files: readonly WalkedEntry[], query: TextQuery): Promise<void> {
    let [texts, size]: [Text[], number] = [[], 0];
    const flush = async () => {
      await this.reportFinds(texts, query);
      [texts, size] = [[], 0];
    };
    for (const { parts } of files) {
      this.signal.throwIfAborted();
      if (this.isFull) {
        this.more = true;
        break;
      }
      const source = textSource(this.at.folder, parts);
      if (source.is === 'text') {
        texts.push({ ...source, parts });
        size += source.bytes.length;
      } else if (source.is !== 'gone') this.skipped[source.is] += 1;
      if (texts.length >= TEXTS || size >= TEXT_BYTES) await flush();
    }
    await flush();
    // Sends the results so far before the next batch.
    await this.events.flush();
  }

  private async reportFinds(texts: readonly Text[], query: TextQuery): Promise<void> {
    const all = await findInTexts(
      texts.map(({ decoded }) => decoded.content),
      query,
      this.control,
    );
    for (const [index, finds] of all.entries()) {
      const text = texts[index];
      if (text && finds.spans.length > 0) await this.reportFound(text, finds);
    }
  }

  private async reportFound(text: Text, { lines, spans, cut }: TextMatches): Promise<void> {
    if (this.isFull) {
      this.more = true;
      return;
    }
    const room = this.body.limit - this.matches;
    const shown = spans.slice(0, room);
    if (shown.length < spans.length) this.more = true;
    const isCut = cut || shown.length < spans.length;
    this.matches += shown.length;
    await this.events.add({
      is: 'found',
      entry: this.entryOf(text),
      matches: shownMatches({ lines, spans: shown }, this.body.context),
      version: contentVersion(text.bytes),
      ...(isCut && { more: true as const }),
    });
  }
}

/** Searches below a folder by name, time or content, and sends results while it searches. */
export async function searchFiles(body: SearchBody, control: StreamControl): Promise<Record<string, never>> {
  if (body.name === undefined && body.text === undefined && body.changedAfter === undefined)
    throw new Refusal('bad-input', { field: 'text', values: { field: 'text' } });
  const parts = partsOf(body.path);
  using folder = walk(control.disk.root, parts);
  await new Search(body, { folder, parts }, control).run();
  return {};
}
