import { Button, useText } from '@sitedeck/ui/core';
import { DiffView } from '@sitedeck/ui/editor';
import { useRef } from 'react';
import { editorTexts } from './editor-texts';
import type { Editor, Phase } from './use-editor';

interface Props {
  readonly fileName: string;
  readonly phase: Extract<Phase, { readonly is: 'merging' }>;
  readonly isWide: boolean;
  readonly editor: Editor;
}

/** Compares the file on the server with the edited text, and saves the merged text. */
export function MergePane({ fileName, phase, isWide, editor }: Props) {
  const text = useText(editorTexts);
  const { theirs, mine } = phase;
  const merged = useRef(() => mine);
  return (
    <>
      <div className="fm-merge-head">
        <strong>{text('merge.theirs')}</strong>
        <strong>{text('merge.mine')}</strong>
        <span>{text(theirs.content === mine ? 'merge.same' : 'merge.hint')}</span>
      </div>
      <div className="fm-editor-body">
        <DiffView
          fileName={fileName}
          left={{ label: text('merge.theirs'), text: theirs.content }}
          right={{ label: text('merge.mine'), text: mine }}
          wide={isWide}
          onMerged={(read) => {
            merged.current = read;
          }}
        />
      </div>
      <div className="fm-editor-foot">
        <span className="fm-gap" />
        <span className="fm-editor-acts">
          <Button onClick={editor.backToText}>{text('conflict.back')}</Button>
          <Button onClick={editor.takeTheirs}>{text('conflict.theirs')}</Button>
          <Button type="primary" onClick={() => editor.merge(merged.current(), theirs)}>
            {text('merge.save')}
          </Button>
        </span>
      </div>
    </>
  );
}
