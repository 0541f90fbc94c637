import { FileTextOutlined } from '@ant-design/icons';
import { Button } from '@sitedeck/ui/core';
import { useRef } from 'react';

interface Props {
  readonly words: string;
  /** Endings and types, as in `.csv,text/csv`. */
  readonly accept: string;
  readonly onRead: (content: string) => void;
}

/** A button that reads a text file from the user's device. */
export function FilePick({ words, accept, onRead }: Props) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (chosen) void chosen.text().then(onRead);
        }}
      />
      <Button size="small" icon={<FileTextOutlined aria-hidden />} onClick={() => file.current?.click()}>
        {words}
      </Button>
    </>
  );
}
