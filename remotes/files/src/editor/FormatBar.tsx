import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Dropdown, useLocaleFormat, useText, type MenuProps } from '@sitedeck/ui/core';
import type { Cursor, Indent } from '@sitedeck/ui/editor';
import { editorTexts } from './editor-texts';
import { CHARSETS, charsetName, isSameCharset } from './file-format';
import type { Editor } from './use-editor';

interface Props {
  readonly editor: Editor;
  readonly cursor: Cursor;
  readonly indent: Indent;
  readonly onIndent: (indent: Indent) => void;
  /** Removes the visible carriage returns of mixed line ends. */
  readonly onDropReturns: () => void;
  /** Why saving is disabled; the formats for saving are then disabled too. */
  readonly reason: string | undefined;
}

const INDENTS: readonly Indent[] = [
  { by: 'spaces', size: 2 },
  { by: 'spaces', size: 4 },
  { by: 'spaces', size: 8 },
  { by: 'tab', size: 4 },
];

/** Shows the cursor position and the file's format; each format is a menu. */
export function FormatBar({ editor, cursor, indent, onIndent, onDropReturns, reason }: Props) {
  const text = useText(editorTexts);
  const { number } = useLocaleFormat();
  const { format } = editor;
  if (!format) return null;
  const currentCharset = charsetName(format);
  const disabled = reason !== undefined;
  const nameOfIndent = ({ by, size }: Indent) =>
    by === 'tab' ? text('indent.tab') : text('indent.spaces', { n: size });

  const encodings: MenuProps['items'] = [
    {
      type: 'group',
      label: text('encoding.reopen'),
      // The server detects a byte order mark by itself.
      children: CHARSETS.filter(({ bom }) => !bom).map((charset) => ({
        key: `open ${charset.encoding}`,
        label: charsetName(charset),
        onClick: () => void editor.reopen(charset.encoding),
      })),
    },
    {
      type: 'group',
      label: text('encoding.save'),
      children: CHARSETS.map((charset) => ({
        key: `save ${charsetName(charset)}`,
        label: charsetName(charset),
        disabled: disabled || isSameCharset(charset, format),
        onClick: () => editor.saveAs(charset),
      })),
    },
  ];
  const lineEnds: MenuProps['items'] = (['lf', 'crlf'] as const).map((end) => ({
    key: end,
    label: end.toUpperCase(),
    disabled: disabled || format.lineEnd === end,
    onClick: () => {
      onDropReturns();
      editor.endLines(end);
    },
  }));
  const lineEnd = format.lineEnd === 'mixed' ? text('lineEnd.mixed') : format.lineEnd.toUpperCase();
  return (
    <div className="fm-format" role="group" aria-label={text('bar')}>
      <span className="fm-format-cursor">
        {text('bar.cursor', { line: number(cursor.line), column: number(cursor.column) })}
        {cursor.selected > 0 && ` · ${text('bar.selected', { n: number(cursor.selected) })}`}
      </span>
      <Choice
        label={text('bar.encoding', { name: currentCharset })}
        shown={currentCharset}
        items={encodings}
      />
      <Choice label={text('bar.lineEnd', { name: lineEnd })} shown={lineEnd} items={lineEnds} />
      <Choice
        label={text('bar.indent', { name: nameOfIndent(indent) })}
        shown={nameOfIndent(indent)}
        items={INDENTS.map((one) => ({
          key: `${one.by} ${String(one.size)}`,
          label: nameOfIndent(one),
          onClick: () => onIndent(one),
        }))}
      />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly shown: string;
  readonly items: MenuProps['items'];
}

function Choice({ label, shown, items = [] }: ChoiceProps) {
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="topLeft">
      <Button size="small" type="text" aria-label={label}>
        {shown}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}
