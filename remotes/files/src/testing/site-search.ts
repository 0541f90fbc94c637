import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Site {
  readonly disk: (path: unknown) => string;
  /** Throws where the site forbids a place. */
  readonly refuse: (path: string) => void;
  /** Throws a refusal. */
  readonly refusal: (code: string, reason: string) => Error;
}

type Body = Record<string, unknown> & { readonly path?: string; readonly paths?: readonly string[] };

interface TextPattern {
  readonly text: string;
  readonly regex?: boolean;
  readonly matchCase?: boolean;
  readonly wholeWord?: boolean;
}

interface Named {
  readonly path: string;
  readonly version: string;
}

/** Looks, replaces and measures on the test's folder by plain reading. */
export function makeSearch({ disk, refuse, refusal }: Site) {
  const kept = new Map<string, { readonly path: string; readonly content: string }>();

  const pattern = ({ text, regex, matchCase, wholeWord }: TextPattern): RegExp => {
    const source = regex === true ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    try {
      return new RegExp(wholeWord === true ? `\\b(?:${source})\\b` : source, matchCase === true ? 'g' : 'gi');
    } catch {
      throw refusal('400', 'bad-pattern');
    }
  };

  async function* files(folder: string): AsyncGenerator<string> {
    refuse(folder);
    const entries = await readdir(disk(folder), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* files(path);
      else yield path;
    }
  }

  const versionOf = async (path: string) => String((await stat(disk(path))).mtimeMs);

  const entryOf = async (path: string) => {
    const { size, mtimeMs } = await stat(disk(path));
    return { path, type: 'file', size, mtime: mtimeMs };
  };

  const matchesOf = (content: string, wanted: RegExp) => {
    const lines = content.split('\n');
    return lines.flatMap((text, index) => {
      const ranges = [...text.matchAll(wanted)].map((hit) => [hit.index, hit.index + hit[0].length]);
      const [before, after] = [lines.slice(Math.max(0, index - 1), index), lines.slice(index + 1, index + 2)];
      return ranges.length > 0 ? [{ line: index + 1, text, ranges, before, after }] : [];
    });
  };

  async function* search(body: Body): AsyncGenerator<object> {
    const { path = '/', text, name, changedAfter = 0 } = body;
    refuse(path);
    const wanted = text === undefined ? undefined : pattern({ ...body, text: text as string });
    const part = typeof name === 'string' ? name.replaceAll('*', '') : '';
    yield { is: 'progress', files: 0, bytes: 0, current: path };
    let [found, matches] = [0, 0];
    for await (const file of files(path)) {
      const entry = await entryOf(file);
      if (!file.includes(part) || entry.mtime < Number(changedAfter)) continue;
      const places = wanted && matchesOf(await readFile(disk(file), 'utf8'), wanted);
      if (places?.length === 0) continue;
      found += 1;
      matches += places?.length ?? 1;
      yield {
        is: 'found',
        entry,
        ...(places && { matches: places, version: await versionOf(file) }),
      };
    }
    const skipped = { binary: 0, large: 0, unreadable: 1 };
    yield { is: 'end', files: found, matches, more: false, skipped };
  }

  async function* measure({ paths = [] }: Body): AsyncGenerator<object> {
    for (const path of paths) {
      let [bytes, count] = [0, 0];
      for await (const file of files(path)) {
        bytes += (await stat(disk(file))).size;
        count += 1;
        yield { is: 'size', path, bytes, files: count, folders: 0, whole: false };
      }
      yield { is: 'size', path, bytes, files: count, folders: 0, whole: true };
    }
    yield { is: 'end' };
  }

  const replaced = (content: string, body: Body) =>
    content.replace(pattern({ ...body, text: String(body['text']) }), String(body['replacement']));

  async function preview(body: Body) {
    const answers = await Promise.all(
      (body.paths ?? []).map(async (path) => {
        const content = await readFile(disk(path), 'utf8');
        const next = replaced(content, body).split('\n');
        const lines = content
          .split('\n')
          .map((before, index) => ({ line: index + 1, before, after: next[index] ?? '' }))
          .filter(({ before, after }) => before !== after);
        return { path, version: await versionOf(path), changes: lines.length, lines };
      }),
    );
    return { files: answers, failed: [] };
  }

  async function replace(body: Body) {
    const done: object[] = [];
    const failed: object[] = [];
    for (const { path, version } of body['files'] as Named[]) {
      if (version !== (await versionOf(path))) {
        failed.push({ path, fault: { code: '409', reason: 'conflict', message: '内容已被他人修改' } });
        continue;
      }
      const content = await readFile(disk(path), 'utf8');
      const id = `kept-${String(kept.size + 1).padStart(6, '0')}`;
      kept.set(id, { path, content });
      await writeFile(disk(path), replaced(content, body));
      done.push({ path, version: await versionOf(path), kept: id });
    }
    return { done, failed };
  }

  async function putBack(body: Body) {
    const done: object[] = [];
    for (const { path, id } of body['files'] as (Named & { readonly id: string })[]) {
      await writeFile(disk(path), kept.get(id)?.content ?? '');
      done.push({ path, version: await versionOf(path) });
    }
    return { done, failed: [] };
  }

  /** Earlier contents of one file, the newest first. */
  const listVersions = ({ path }: Body) =>
    Promise.resolve({
      versions: [...kept]
        .filter(([, one]) => one.path === path)
        .map(([id, { content }]) => ({ id, size: content.length, mtime: 0, keptAt: 0, cause: 'replace' }))
        .reverse(),
    });

  const removeVersions = (body: Body) => {
    const ids = body['ids'] as readonly string[] | undefined;
    const gone = [...kept].filter(([id, { path }]) => path === body.path && (ids?.includes(id) ?? true));
    for (const [id] of gone) kept.delete(id);
    const bytes = gone.reduce((sum, [, { content }]) => sum + content.length, 0);
    return Promise.resolve({ removed: gone.length, bytes });
  };

  return {
    streams: { '/fs/search': search, '/fs/sizes': measure } as Readonly<
      Record<string, (body: Body) => AsyncGenerator<object>>
    >,
    verbs: {
      '/fs/replace/preview': preview,
      '/fs/replace': replace,
      '/fs/versions/restore': putBack,
      '/fs/versions/list': listVersions,
      '/fs/versions/remove': removeVersions,
      '/fs/versions/read': (body: Body) =>
        Promise.resolve({ content: kept.get(String(body['id']))?.content, encoding: 'utf-8', bom: false }),
    },
    /** As the page's own replacement does. */
    replaceIn: async (path: string, text: string, replacement: string) =>
      replace({ text, replacement, files: [{ path, version: await versionOf(path) }] }),
    forget: () => kept.clear(),
  };
}
