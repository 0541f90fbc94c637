import type { Fault } from '@sitedeck/contract';
import { useDraft, useKeepDraft } from '@sitedeck/sdk';
import { useCallback, useRef, useState } from 'react';
import type { Change } from './change';
import { useSettingsSave, type ChangeStep } from './use-settings-save';

/** A part of the document, and the document's version. */
export interface InForce<Value> {
  readonly value: Value;
  readonly version: number;
}

export type DraftState<Value> =
  | { readonly is: 'editing' }
  | { readonly is: 'saving' }
  | { readonly is: 'refused'; readonly fault: Fault }
  /** Another user changed the same part; `theirs` is in force now. */
  | { readonly is: 'conflict'; readonly theirs: InForce<Value> };

interface Options<Value> {
  /** Of the page: what was typed is kept under it when the session ends. */
  readonly name: string;
  readonly inForce: InForce<Value>;
  /** Reads what is in force now. */
  readonly read: () => Promise<InForce<Value>>;
  readonly changes: (before: Value, after: Value) => readonly Change[];
  /** The calls that make `after` of `before`, in order. */
  readonly steps: (after: Value, before: Value) => readonly ChangeStep[];
  /** Short sentence that says what was done. */
  readonly done: string;
}

export interface SettingsDraft<Value> {
  readonly value: Value;
  readonly edit: (next: Value) => void;
  /** Differences from the version it began from; empty if nothing is unsaved. */
  readonly changes: readonly Change[];
  readonly isDirty: boolean;
  readonly state: DraftState<Value>;
  readonly save: () => void;
  readonly discard: () => void;
  /** In a conflict: what the other user changed, and what saving on top would change. */
  readonly conflict: { readonly theirs: readonly Change[]; readonly mine: readonly Change[] } | undefined;
}

interface Entered<Value> {
  readonly value: Value;
  readonly base: InForce<Value>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What is entered in a form and not saved. It is saved from the version it began from: where the same part was changed
 * by another user meanwhile, nothing is overwritten without a question and no input is lost. A change of another
 * part is no conflict.
 */
export function useSettingsDraft<Value>(options: Options<Value>): SettingsDraft<Value> {
  const { name, inForce, read, changes, steps, done } = options;
  const { restored, drop } = useDraft(`hostenv.${name}`);
  const [entered, setEntered] = useState<Entered<Value> | undefined>(
    () => restored && (JSON.parse(restored.text) as Entered<Value>),
  );
  const [state, setState] = useState<DraftState<Value>>({ is: 'editing' });
  const { save: saveSteps } = useSettingsSave();

  const differs = entered !== undefined && !same(entered.value, entered.base.value);
  // Saved a moment ago and not read again yet.
  const isAhead = entered !== undefined && entered.base.version > inForce.version;
  const held = differs || isAhead ? entered : undefined;
  const value = held ? held.value : inForce.value;
  const base = held?.base ?? inForce;
  const unsaved = differs ? changes(base.value, value) : [];

  const gone = useRef(false);
  useKeepDraft(`hostenv.${name}`, () =>
    differs && !gone.current ? { text: JSON.stringify(entered), about: String(base.version) } : undefined,
  );
  const discard = useCallback(() => {
    // The user may leave before React renders without the draft, so the draft must not be kept.
    gone.current = true;
    setEntered(undefined);
    setState({ is: 'editing' });
    drop();
  }, [drop]);

  const edit = (next: Value) => {
    gone.current = false;
    setEntered({ value: next, base });
    setState((now) => (now.is === 'refused' ? { is: 'editing' } : now));
  };

  const settle = (now: InForce<Value>) => {
    setEntered({ value, base: now });
    setState({ is: 'editing' });
  };

  const saveFrom = async (from: InForce<Value>, tries: number): Promise<void> => {
    setState({ is: 'saving' });
    const outcome = await saveSteps(steps(value, from.value), from.version, { done, refusal: 'caller' });
    if (outcome.is === 'saved') {
      drop();
      return settle({ value, version: outcome.version });
    }
    const { fault, version } = outcome;
    if (version > from.version && fault.reason !== 'config-newer') {
      // Some of it was saved: what is left begins from there.
      const now = await read().catch(() => undefined);
      if (now) setEntered({ value, base: now });
    } else if (fault.reason === 'config-newer') {
      const now = await read().catch(() => undefined);
      if (now && same(now.value, from.value) && tries > 0) return saveFrom(now, tries - 1);
      if (now) return setState({ is: 'conflict', theirs: now });
    }
    setState({ is: 'refused', fault });
  };

  const theirs = state.is === 'conflict' ? state.theirs : undefined;
  return {
    value,
    edit,
    changes: unsaved,
    isDirty: unsaved.length > 0,
    state,
    save: () => void saveFrom(theirs ?? base, 3),
    discard,
    conflict: theirs && {
      theirs: changes(base.value, theirs.value),
      mine: changes(theirs.value, value),
    },
  };
}
