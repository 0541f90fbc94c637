import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { LOG_WORD_MAX } from '@sitedeck/contract';
import { Input } from '@sitedeck/ui/page';
import { useEffect, useEffectEvent, useState } from 'react';

/** After the last key, ms. */
const SETTLE_MS = 400;

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly wide?: boolean;
  readonly onChange: (value: string) => void;
}

/** A search field that searches after the last key, or at once on Enter. */
export function WordFilter({ label, hint, value, wide = false, onChange }: Props) {
  const [typed, setTyped] = useState({ text: value, for: value });
  // Changed from outside: by going back, or by clearing the filters.
  const text = typed.for === value ? typed.text : value;
  function commit(): void {
    const word = text.trim();
    if (word === value) return;
    // The typed text stays unchanged, also a blank at its end.
    setTyped({ text, for: word });
    onChange(word);
  }
  const settle = useEffectEvent(commit);
  useEffect(() => {
    const timer = setTimeout(settle, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      className={wide ? 'sh-log-keyword' : 'sh-log-actor'}
      aria-label={label}
      placeholder={hint}
      maxLength={LOG_WORD_MAX}
      allowClear
      prefix={wide ? <SearchOutlined aria-hidden /> : undefined}
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, for: value })}
      onPressEnter={commit}
    />
  );
}
