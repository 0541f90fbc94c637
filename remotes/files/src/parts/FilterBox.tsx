import { NAME_FILTER_MAX } from '@sitedeck/contract';
import { SearchOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { Input, type InputRef } from '@sitedeck/ui/page';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { filesTexts } from '../i18n/files-texts';
import type { Folder } from '../listing/use-folder';

/** Pause in typing before the filter applies, ms. */
const PAUSE_MS = 200;

interface Props {
  readonly input: RefObject<InputRef | null>;
  readonly folder: Folder;
  readonly takesFocus: boolean;
  /** Called when the empty field loses focus; on narrow pages the path then replaces it. */
  readonly onLeave: () => void;
}

export function FilterBox({ input, folder, takesFocus, onLeave }: Props) {
  const text = useText(filesTexts);
  const [typed, setTyped] = useState(folder.query.filter);
  const latest = useRef(folder);
  useEffect(() => {
    latest.current = folder;
  });
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus, input]);
  useEffect(() => {
    if (typed === latest.current.query.filter) return;
    const timer = setTimeout(() => latest.current.filterBy(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <Input
      ref={input}
      className="fm-filter"
      value={typed}
      allowClear
      maxLength={NAME_FILTER_MAX}
      prefix={<SearchOutlined aria-hidden />}
      suffix={typed === '' && <kbd className="fm-key">/</kbd>}
      placeholder={text('filter.label')}
      aria-label={text('filter.label')}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed === '' && onLeave()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped('');
      }}
    />
  );
}
