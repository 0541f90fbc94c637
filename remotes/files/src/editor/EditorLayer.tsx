import { Button, useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { Dispatch } from 'react';
import { FileName } from '../parts/FileName';
import { editorTexts } from './editor-texts';
import { Layer } from './Layer';
import type { OpenTabs, TabStep } from './open-tabs';

interface Props {
  readonly tabs: OpenTabs;
  readonly step: Dispatch<TabStep>;
  /** Why nothing can be saved now. */
  readonly reason: string | undefined;
  readonly onGone: () => void;
}

const loadPanes = () => import('./EditorPanes');

/** The editor with its open files. Minimizing keeps them open; closing asks about unsaved text. */
export function EditorLayer({ tabs, step, reason, onGone }: Props) {
  const text = useText(editorTexts);
  const format = useLocaleFormat();
  const confirm = useConfirm();
  const { paths, active, unsaved, isShown } = tabs;
  const close = async () => {
    const n = unsaved.length;
    const body = n > 1 ? text('leave.many', { n: format.number(n) }) : text('leave');
    const agreed =
      n === 0 || (await confirm.danger({ body, confirm: text('leave.discard'), cancel: text('leave.stay') }));
    if (agreed) step({ is: 'discard' });
  };
  return (
    <Layer
      open={isShown}
      title={
        <span className="fm-layer-title">
          {active === undefined ? text('area') : <FileName name={active} />}
          <Button size="small" onClick={() => step({ is: 'hide' })}>
            {text('area.hide')}
          </Button>
        </span>
      }
      kept={paths.length > 0}
      load={loadPanes}
      onClose={() => void close()}
      onGone={() => {
        step({ is: 'gone' });
        onGone();
      }}
    >
      {({ EditorPanes }) => <EditorPanes tabs={tabs} step={step} reason={reason} />}
    </Layer>
  );
}
