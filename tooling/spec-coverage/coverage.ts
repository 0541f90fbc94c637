/** Proof that one sentence of the specification holds. */
export type Proof =
  | { readonly is: 'test'; readonly file: string; readonly title: string }
  /** An area that is not there yet. */
  | { readonly is: 'later'; readonly area: string }
  /** Says nothing that could be broken: an introduction, or what the specification leaves open. */
  | { readonly is: 'nothing'; readonly why: string };

export interface Sentence {
  /** Section and number within it, such as `4.12`. */
  readonly id: string;
  readonly text: string;
  readonly proofs: readonly Proof[];
}

const ROW = /^\| (\d\.\d+) \| (.+) \| (.+) \|$/;

function readProof(text: string): Proof | undefined {
  const test = /^`([^`]+\.test\.tsx?)`: (.+)$/.exec(text);
  if (test?.[1] && test[2]) return { is: 'test', file: test[1], title: test[2] };
  const later = /^later: (.+)$/.exec(text);
  if (later?.[1]) return { is: 'later', area: later[1] };
  const nothing = /^nothing: (.+)$/.exec(text);
  return nothing?.[1] ? { is: 'nothing', why: nothing[1] } : undefined;
}

/** Rows of the tables in `docs/spec-coverage.md`; proofs are separated by `<br>`. */
export function readCoverage(markdown: string): Sentence[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, text, proofs] = ROW.exec(line) ?? [];
    if (id === undefined || text === undefined || proofs === undefined) return [];
    const read = proofs.split('<br>').map((proof) => readProof(proof.trim().replaceAll('\\|', '|')));
    return [{ id, text, proofs: read.filter((proof) => proof !== undefined) }];
  });
}

export interface Sources {
  /** Text of a file of the repository; undefined if it does not exist. */
  readonly read: (file: string) => string | undefined;
}

const plain = (text: string) => text.replaceAll(/\\(['"`])/g, '$1').replaceAll('’', "'");

/** A string followed by a function, as in `it('…', async () =>`, `describe('…', () =>` and rows of `it.each(…)`. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1,\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*(?::[^=]+)?=>/g;

const titlesIn = (source: string): readonly string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => plain(title));

function proofProblem(proof: Proof, { read }: Sources): string | undefined {
  if (proof.is !== 'test') return undefined;
  const source = read(proof.file);
  if (source === undefined) return `there is no ${proof.file}`;
  return titlesIn(source).some((title) => title.includes(plain(proof.title)))
    ? undefined
    : `${proof.file} has no test "${proof.title}"`;
}

/** Problems of the document; empty if every sentence has its proof. */
export function coverageProblems(sentences: readonly Sentence[], sources: Sources): string[] {
  const seen = new Set<string>();
  return sentences.flatMap(({ id, proofs }) => {
    const duplicate = seen.has(id) ? ['stands there twice'] : [];
    seen.add(id);
    const untested = proofs.length === 0 ? ['has no test'] : [];
    const wrong = proofs.flatMap((proof) => proofProblem(proof, sources) ?? []);
    return [...duplicate, ...untested, ...wrong].map((problem) => `${id} ${problem}`);
  });
}
