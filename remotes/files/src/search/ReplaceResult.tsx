import { Button, FaultNotice, ProgressBar, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FailedFiles } from './FailedFiles';
import { searchTexts } from './search-texts';
import type { ReplaceState } from './use-replace';

interface Props {
  readonly state: Exclude<ReplaceState, { is: 'off' | 'preview' }>;
  readonly onUndo: () => void;
  /** Returns to the search, which runs again if files were changed. */
  readonly onBack: () => void;
}

/** Gets the focus from the button that started the replacement, so that screen readers read the result. */
export const RESULT = 'fm-replace-result';

/** Progress and result of a replacement, with undo. */
export function ReplaceResult(props: Props) {
  return (
    <div className={RESULT} tabIndex={-1}>
      <Outcome {...props} />
    </div>
  );
}

function Outcome({ state, onUndo, onBack }: Props) {
  const text = useText(searchTexts);
  const shared = useText(sharedTexts);
  const { number } = useLocaleFormat();
  if (state.is === 'busy')
    return (
      <>
        <p role="status">{text(`replace.busy.${state.with}`)}</p>
        <ProgressBar name={text(`replace.busy.${state.with}`)} share={state.share || undefined} />
      </>
    );
  const back = <Button onClick={onBack}>{text('replace.again')}</Button>;
  if (state.is === 'failed')
    return <FaultNotice what={text('replace.failed')} fault={state.fault} actions={back} />;
  const failed = (
    <FailedFiles failed={state.failed} what={text('replace.left', counted(state.failed.length))} />
  );
  if (state.is === 'undone')
    return (
      <>
        <p role="status">{text('replace.undone', counted(state.count))}</p>
        {failed}
        <span className="sd-row">{back}</span>
      </>
    );
  const canGoBack = state.done.filter(({ kept }) => kept !== undefined).length;
  return (
    <>
      <p role="status">{text('replace.done', counted(state.done.length))}</p>
      {canGoBack < state.done.length && (
        <p className="fm-search-warn">{text('replace.notKept', counted(state.done.length - canGoBack))}</p>
      )}
      {failed}
      <span className="sd-row">
        {canGoBack > 0 && <Button onClick={onUndo}>{shared('act.undo')}</Button>}
        {back}
      </span>
    </>
  );

  function counted(count: number) {
    return { n: number(count), count };
  }
}
