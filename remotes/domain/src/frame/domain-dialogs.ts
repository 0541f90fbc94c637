import type { Domain } from '@sitedeck/contract';
import { createContext, useContext } from 'react';

/** Opens the drawer and the dialogs of the page. */
export interface DomainDialogs {
  readonly manage: (domain: Domain) => void;
  /** Offers `choices`; those in `chosen` are ticked. */
  readonly apply: (choices: readonly Domain[], chosen: readonly Domain[]) => void;
  readonly upload: () => void;
  readonly bind: () => void;
  readonly importList: () => void;
  readonly remark: (domain: Domain) => void;
}

/** A context, so that dialogs can open one another without importing one another. */
export const DialogsContext = createContext<DomainDialogs | undefined>(undefined);

export function useDomainDialogs(): DomainDialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('The page is missing its DialogsProvider');
  return dialogs;
}
