import EyeOutlined from '@ant-design/icons/EyeOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import NumberOutlined from '@ant-design/icons/NumberOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button, useText } from '@sitedeck/ui/core';
import type { EditorHandle } from '@sitedeck/ui/editor';
import type { RefObject } from 'react';
import { previewKind } from '../preview/preview-kind';
import { nameOf } from '../paths';
import { editorTexts } from './editor-texts';
import { useFileOpener } from './file-opener';

interface Props {
  readonly path: string;
  readonly handle: RefObject<EditorHandle | null>;
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
}

export function ToolBar({ path, handle, wrap, onWrap }: Props) {
  const text = useText(editorTexts);
  const { history, preview } = useFileOpener();
  return (
    <div className="fm-editor-tools" role="toolbar" aria-label={text('area')}>
      <Button
        size="small"
        type="text"
        icon={<SearchOutlined aria-hidden />}
        onClick={() => handle.current?.find()}
      >
        {text('tool.find')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<NumberOutlined aria-hidden />}
        onClick={() => handle.current?.goToLine()}
      >
        {text('tool.line')}
      </Button>
      <Button size="small" type="text" icon={<HistoryOutlined aria-hidden />} onClick={() => history(path)}>
        {text('tool.history')}
      </Button>
      {previewKind(nameOf(path)) !== undefined && (
        <Button size="small" type="text" icon={<EyeOutlined aria-hidden />} onClick={() => preview(path)}>
          {text('tool.preview')}
        </Button>
      )}
      <label className="fm-editor-wrap">
        <input type="checkbox" checked={wrap} onChange={({ target }) => onWrap(target.checked)} />
        {text('tool.wrap')}
      </label>
    </div>
  );
}
