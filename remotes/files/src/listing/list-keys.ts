/** Command of a key in the list. `extend` selects from the anchor. */
export type MoveCommand =
  | { readonly is: 'move'; readonly by: number; readonly extend: boolean }
  | { readonly is: 'jump'; readonly to: 'first' | 'last'; readonly extend: boolean }
  | { readonly is: 'page'; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly is: 'letter'; readonly letter: string };

export type ListCommand = MoveCommand | { readonly is: PlainCommand };

export type PlainCommand =
  | 'open'
  | 'up'
  | 'toggle'
  | 'all'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'rename'
  | 'remove'
  | 'removeForGood'
  | 'undo'
  | 'filter'
  | 'search'
  | 'help'
  | 'menu'
  | 'clear';

const MOVES: readonly string[] = ['move', 'jump', 'page', 'letter'];
export const isMove = (command: ListCommand): command is MoveCommand => MOVES.includes(command.is);

export interface KeyPressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const WITH_CONTROL: Readonly<Record<string, PlainCommand>> = {
  a: 'all',
  c: 'copy',
  x: 'cut',
  v: 'paste',
  z: 'undo',
};

const PLAIN: Readonly<Record<string, PlainCommand>> = {
  Enter: 'open',
  Backspace: 'up',
  ' ': 'toggle',
  F2: 'rename',
  Delete: 'remove',
  '/': 'filter',
  '?': 'help',
  ContextMenu: 'menu',
  Escape: 'clear',
};

export function listCommand(pressed: KeyPressed): ListCommand | undefined {
  const { key, shiftKey: extend } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) return withControl(pressed);
  if (pressed.altKey) return undefined;
  if (extend && key === 'F10') return { is: 'menu' };
  if (extend && key === 'Delete') return { is: 'removeForGood' };
  switch (key) {
    case 'ArrowDown':
      return { is: 'move', by: 1, extend };
    case 'ArrowUp':
      return { is: 'move', by: -1, extend };
    case 'PageDown':
      return { is: 'page', by: 1, extend };
    case 'PageUp':
      return { is: 'page', by: -1, extend };
    case 'Home':
      return { is: 'jump', to: 'first', extend };
    case 'End':
      return { is: 'jump', to: 'last', extend };
    default:
      return plain(PLAIN[key]) ?? letter(key);
  }
}

/** Ctrl F without Shift stays the browser's own search. */
const withControl = ({ key, shiftKey }: KeyPressed): ListCommand | undefined =>
  shiftKey && key.toLowerCase() === 'f' ? { is: 'search' } : plain(WITH_CONTROL[key.toLowerCase()]);

const plain = (is: PlainCommand | undefined): ListCommand | undefined => is && { is };

const letter = (key: string): ListCommand | undefined =>
  /^[\p{L}\p{N}._-]$/u.test(key) ? { is: 'letter', letter: key } : undefined;
