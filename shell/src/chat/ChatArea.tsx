import CustomerServiceOutlined from '@ant-design/icons/CustomerServiceOutlined';
import { Button, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { chatStyle } from './chat-style';
import { chatTexts } from './chat-texts';
import { ChatPanel } from './ChatPanel';
import { useServiceTime } from './service-hours';

/** `closed`: a conversation that began continues behind the button. */
type View = 'unopened' | 'open' | 'closed';

/** Customer service during its hours. When they end it closes, also in the middle of a conversation. */
export function ChatArea() {
  return useServiceTime() ? <OpenHours /> : null;
}

function OpenHours() {
  const text = useText(chatTexts);
  const [view, setView] = useState<View>('unopened');
  const entry = useRef<HTMLButtonElement>(null);
  return (
    <>
      <style>{chatStyle}</style>
      {view !== 'open' && (
        <Button
          ref={entry}
          className="sh-chat-entry"
          icon={<CustomerServiceOutlined aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setView('open')}
        >
          {text('title')}
        </Button>
      )}
      {view !== 'unopened' && (
        <ChatPanel
          open={view === 'open'}
          onClose={() => {
            setView('closed');
            // This change renders the button.
            requestAnimationFrame(() => entry.current?.focus());
          }}
        />
      )}
    </>
  );
}
