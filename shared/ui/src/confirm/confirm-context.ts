import { createContext, useContext } from 'react';

interface Wording {
  /** What visitors will notice, what is saved first and how to go back. HTML is sanitised. */
  readonly body?: string | undefined;
  readonly html?: string | undefined;
  /** Verb and object; "confirm" (确认) by default. */
  readonly confirm?: string | undefined;
  readonly cancel?: string | undefined;
}

export interface ConfirmOptions extends Wording {
  /** "Notice" (提示) by default. */
  readonly title?: string | undefined;
}

export interface TypedOptions extends Wording {
  readonly title: string;
  /** The text the user must type before confirming is allowed. */
  readonly word: string;
}

/** With `danger` the first focus is on the cancel button. */
export type Question =
  ({ readonly kind: 'tip' | 'danger' } & ConfirmOptions) | ({ readonly kind: 'typed' } & TypedOptions);

export interface Confirm {
  /** For a visible but reversible action (420 px). Resolves to true when it was confirmed. */
  readonly tip: (options: ConfirmOptions) => Promise<boolean>;
  /** The same with a red button and the focus on the cancel button (取消), for an action that overwrites something. */
  readonly danger: (options: ConfirmOptions) => Promise<boolean>;
  /** For an irreversible action (600 px): the user types the name of what is lost. */
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
