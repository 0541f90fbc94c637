import { createContext, useContext } from 'react';

interface Wording {
  /** What visitors will notice, what is saved first and how to go back. HTML passes a sanitiser. */
  readonly body?: string | undefined;
  readonly html?: string | undefined;
  /** Verb and object; the specification's 确认 where the caller gives none. */
  readonly confirm?: string | undefined;
  readonly cancel?: string | undefined;
}

export interface ConfirmOptions extends Wording {
  /** 提示 / Notice where the caller gives none. */
  readonly title?: string | undefined;
}

export interface TypedOptions extends Wording {
  readonly title: string;
  /** What must be typed before the act is allowed. */
  readonly word: string;
}

/** `danger` moves the first focus to the way out. */
export type Question =
  ({ readonly kind: 'tip' | 'danger' } & ConfirmOptions) | ({ readonly kind: 'typed' } & TypedOptions);

export interface Confirm {
  /** 420 px: a visible but reversible act. Resolves to true when it was confirmed. */
  readonly tip: (options: ConfirmOptions) => Promise<boolean>;
  /** The same with a red button and the focus on 取消: something is overwritten. */
  readonly danger: (options: ConfirmOptions) => Promise<boolean>;
  /** 600 px: nothing brings it back, so its name is typed. */
  readonly typed: (options: TypedOptions) => Promise<boolean>;
}

export const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | undefined>(
  undefined,
);

export function useConfirm(): Confirm {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a <UiProvider> above it');
  return {
    tip: (options) => ask({ kind: 'tip', ...options }),
    danger: (options) => ask({ kind: 'danger', ...options }),
    typed: (options) => ask({ kind: 'typed', ...options }),
  };
}
