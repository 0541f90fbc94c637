/** Files open in the editor, in the order of their tabs. */
export interface OpenTabs {
  readonly paths: readonly string[];
  readonly active: string | undefined;
  readonly unsaved: readonly string[];
  /** Shown over the list; otherwise the files stay open behind it. */
  readonly isShown: boolean;
  /** All files are closing and their unsaved text is dropped. */
  readonly isDiscarded: boolean;
  /** Incremented for each file that has to be read again. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Where to scroll when a file was opened at a line; a new object each time. */
  readonly jump: JumpTarget | undefined;
}

export interface JumpTarget {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

export type TabStep =
  | { readonly is: 'open'; readonly path: string; readonly line?: number | undefined }
  | { readonly is: 'close' | 'choose' | 'again'; readonly path: string }
  | { readonly is: 'dirty'; readonly path: string; readonly dirty: boolean }
  | { readonly is: 'show' | 'hide' | 'discard' | 'gone' };

export const tabsOf = (paths: readonly string[]): OpenTabs => ({
  paths,
  active: paths[0],
  unsaved: [],
  isShown: paths.length > 0,
  isDiscarded: false,
  rounds: {},
  jump: undefined,
});

/** The tab that is shown after this one has closed: the one on its right, else on its left. */
function neighbour(paths: readonly string[], path: string): string | undefined {
  const at = paths.indexOf(path);
  return paths[at + 1] ?? paths[at - 1];
}

function opened(tabs: OpenTabs, path: string, line: number | undefined): OpenTabs {
  // Discarded tabs stay closed. The same file opened again is read again.
  const from = tabs.isDiscarded ? reopen(tabsOf([]), path) : tabs;
  const paths = from.paths.includes(path) ? from.paths : [...from.paths, path];
  return {
    ...from,
    paths,
    active: path,
    isShown: true,
    jump: line === undefined ? undefined : { path, line },
  };
}

const reopen = (tabs: OpenTabs, path: string): OpenTabs => ({
  ...tabs,
  rounds: { ...tabs.rounds, [path]: (tabs.rounds[path] ?? 0) + 1 },
});

function closed(tabs: OpenTabs, path: string): OpenTabs {
  const active = tabs.active === path ? neighbour(tabs.paths, path) : tabs.active;
  const rest = (all: readonly string[]) => all.filter((one) => one !== path);
  const paths = rest(tabs.paths);
  return { ...tabs, paths, active, unsaved: rest(tabs.unsaved), isShown: tabs.isShown && paths.length > 0 };
}

function marked(tabs: OpenTabs, path: string, dirty: boolean): OpenTabs {
  if (tabs.unsaved.includes(path) === dirty || !tabs.paths.includes(path)) return tabs;
  const others = tabs.unsaved.filter((one) => one !== path);
  return { ...tabs, unsaved: dirty ? [...others, path] : others };
}

export function nextTabs(tabs: OpenTabs, step: TabStep): OpenTabs {
  switch (step.is) {
    case 'open':
      return opened(tabs, step.path, step.line);
    case 'choose':
      return { ...tabs, active: step.path };
    case 'close':
      return closed(tabs, step.path);
    case 'dirty':
      return marked(tabs, step.path, step.dirty);
    case 'again':
      return reopen(tabs, step.path);
    case 'show':
      return { ...tabs, isShown: tabs.paths.length > 0 };
    case 'hide':
      return { ...tabs, isShown: false };
    case 'discard':
      return { ...tabs, isShown: false, isDiscarded: true };
    case 'gone':
      return tabs.isDiscarded ? tabsOf([]) : tabs;
  }
}
