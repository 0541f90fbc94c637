import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Dropdown, FaultNotice, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { TextWindow, type TextWindowHandle } from '@sitedeck/ui/editor';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useRef, useState } from 'react';
import { nameOf } from '../../paths';
import { editorTexts } from '../editor-texts';
import { CHARSETS, charsetName } from '../file-format';
import { useWrap } from '../use-wrap';
import { PART_BYTES, useWindows } from './use-windows';

/** Shows a file that is too large for the editor. Reads it part by part from any position. */
export function LargePane({ path }: { readonly path: string }) {
  const text = useText(editorTexts);
  const { bytes } = useLocaleFormat();
  const handle = useRef<TextWindowHandle>(null);
  const { held, fault, jump, more, reopen } = useWindows(path, handle);
  const [share, setShare] = useState(0);
  const [wrap, setWrap] = useWrap();
  const go = (offset: number) => {
    setShare(offset < 0 ? 1 : 0);
    void jump(offset);
  };
  const at = held ? held.from + share * (held.to - held.from) : 0;
  const percent = held && held.size > 0 ? Math.floor((1000 * at) / held.size) / 10 : 0;
  return (
    <>
      <div className="fm-editor-tools" role="toolbar" aria-label={text('large.place')}>
        <Button size="small" type="text" onClick={() => go(0)}>
          {text('large.start')}
        </Button>
        <Button size="small" type="text" onClick={() => go(-PART_BYTES)}>
          {text('large.end')}
        </Button>
        <JumpField onJump={(to) => held && go(Math.floor((held.size * to) / 100))} />
        <span role="status" className="fm-format-cursor">
          {held && text('large.shown', { percent, size: bytes(held.size) })}
        </span>
        <label className="fm-editor-wrap">
          <input type="checkbox" checked={wrap} onChange={({ target }) => setWrap(target.checked)} />
          {text('tool.wrap')}
        </label>
      </div>
      {fault && (
        <FaultNotice
          what={text('large.fail')}
          fault={fault}
          actions={<Button onClick={() => void jump(held?.from ?? 0)}>{text('fail.retry')}</Button>}
        />
      )}
      <div className="fm-editor-body">
        <TextWindow
          label={text('read', { name: visibleName(nameOf(path)) })}
          wrap={wrap}
          handle={handle}
          onNear={(end) => void more(end)}
          onPlace={setShare}
        />
      </div>
      <div className="fm-editor-foot">
        <span className="fm-editor-hint">{text('large.note')}</span>
        {held && (
          <Dropdown
            trigger={['click']}
            placement="topLeft"
            menu={{
              items: CHARSETS.filter(({ bom }) => !bom).map((charset) => ({
                key: charset.encoding,
                label: charsetName(charset),
                onClick: () => reopen(charset.encoding),
              })),
            }}
          >
            <Button
              size="small"
              type="text"
              aria-label={text('bar.encoding', { name: charsetName({ ...held, bom: false }) })}
            >
              {charsetName({ ...held, bom: false })}
              <DownOutlined aria-hidden />
            </Button>
          </Dropdown>
        )}
      </div>
    </>
  );
}

/** Jumps to a percentage of the file on Enter. */
function JumpField({ onJump }: { readonly onJump: (percent: number) => void }) {
  const text = useText(editorTexts);
  const [typed, setTyped] = useState('');
  const percent = Number(typed);
  const isSound = typed.trim() !== '' && percent >= 0 && percent <= 100;
  return (
    <form
      className="fm-jump"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSound) onJump(percent);
      }}
    >
      <input
        className="sd-input"
        inputMode="decimal"
        aria-label={text('large.jump')}
        placeholder="%"
        value={typed}
        aria-invalid={typed !== '' && !isSound}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button size="small" htmlType="submit" aria-disabled={!isSound}>
        {text('large.jump')}
      </Button>
    </form>
  );
}
