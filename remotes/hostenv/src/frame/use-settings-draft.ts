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
  /** Name of the page; unsaved input is kept under it when the session ends. */
  readonly name: string;
  readonly inForce: InForce<Value>;
  /** Reads the live settings. */
  readonly read: () => Promise<InForce<Value>>;
  readonly changes: (before: Value, after: Value) => readonly Change[];
  /** The calls that turn `before` into `after`, in order. */
  readonly steps: (after: Value, before: Value) => readonly ChangeStep[];
  /** Success message. */
  readonly done: string;
}

export interface SettingsDraft<Value> {
  readonly value: Value;
  readonly edit: (next: Value) => void;
  /** Differences from the version that the draft began from; empty if nothing is unsaved. */
  readonly changes: readonly Change[];
  readonly isDirty: boolean;
  readonly state: DraftState<Value>;
  readonly save: () => void;
  readonly discard: () => void;
  /** On a conflict: what the other user changed, and what saving over it would change. */
  readonly conflict: { readonly theirs: readonly Change[]; readonly mine: readonly Change[] } | undefined;
}

interface EnteredValue<Value> {
  readonly value: Value;
  readonly base: InForce<Value>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Unsaved input of a form. It is saved over the version it began from: if another user has changed the same
 * part meanwhile, the user is asked before anything is overwritten, and no input is lost. A change of another
 * part is no conflict.
 */
export function useSettingsDraft<Value>(options: Options<Value>): SettingsDraft<Value> {
  const { name, inForce, read, changes, steps, done } = options;
  const { restored, drop } = useDraft(`hostenv.${name}`);
  const [entered, setEntered] = useState<EnteredValue<Value> | undefined>(
    () => restored && (JSON.parse(restored.text) as EnteredValue<Value>),
  );
  const [state, setState] = useState<DraftState<Value>>({ is: 'editing' });
  const { save: saveSteps } = useSettingsSave();

  const differs = entered !== undefined && !same(entered.value, entered.base.value);
  // Just saved and not read again yet.
  const isAhead = entered !== undefined && entered.base.version > inForce.version;
  const held = differs || isAhead ? entered : undefined;
  const value = held ? held.value : inForce.value;
  const base = held?.base ?? inForce;
  const unsaved = differs ? changes(base.value, value) : [];

  const isDiscarded = useRef(false);
  useKeepDraft(`hostenv.${name}`, () =>
    differs && !isDiscarded.current
      ? { text: JSON.stringify(entered), about: String(base.version) }
      : undefined,
  );
  const discard = useCallback(() => {
    // The user may leave before React renders without the draft, so the draft must not be kept.
    isDiscarded.current = true;
    setEntered(undefined);
    setState({ is: 'editing' });
    drop();
  }, [drop]);

  const edit = (next: Value) => {
    isDiscarded.current = false;
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
      // Some of it was saved: the rest is based on the new version.
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
