import { kernel, type RemoteContext } from '@sitedeck/sdk';
import { useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { namesOf, type Change } from './change';
import { frameTexts } from './frame-texts';

interface UnsavedSettings {
  readonly isDirty: boolean;
  readonly changes: readonly Change[];
  readonly discard: () => void;
}

/** Asks before the user leaves a page with unsaved changes; the browser asks before the console is closed. */
export function useLeaveQuestion(ctx: RemoteContext, unsaved: UnsavedSettings): void {
  const confirm = useConfirm();
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const { isDirty } = unsaved;
  const { emit, nav } = ctx;

  const ask = async (go: () => void) => {
    const { changes, discard } = unsaved;
    const names = format.list(namesOf(changes));
    const leaves = await confirm.danger({
      title: text('leave.title'),
      body: text('leave.body', { n: changes.length, names }),
      confirm: text('act.discard'),
      cancel: text('act.keepEditing'),
    });
    if (!leaves) return;
    discard();
    go();
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (!isDirty) return undefined;
    emit('dirty', true);
    return () => emit('dirty', false);
  }, [emit, isDirty]);

  useEffect(() => {
    if (!isDirty) return undefined;
    return kernel().events.on('leaving', ({ path, stop, go }) => {
      // The address is another view of the same page.
      if (path.replace(/[?#].*$/, '') === nav.path) return;
      stop();
      void latest.current(go);
    });
  }, [isDirty, nav.path]);
}
