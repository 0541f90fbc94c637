import { CopyOutlined } from '@ant-design/icons';
import type { DatabaseInfo } from '@sitedeck/contract';
import { Button, EmptyState, IconButton, useCopy, useText } from '@sitedeck/ui/core';
import { databaseTexts } from '../database-texts';

interface Props {
  readonly engine: DatabaseInfo['engine'];
  readonly isAdministrator: boolean;
  readonly retry: () => void;
}

/** Says why no database can be shown, and how to fix that. */
export function EngineState({ engine, isAdministrator, retry }: Props) {
  const text = useText(databaseTexts);
  const retryButton = <Button onClick={retry}>{text('act.retry')}</Button>;
  const { install } = engine;
  switch (engine.is) {
    case 'missing':
      return (
        <Card
          words={text('engine.missing')}
          action={isAdministrator && install ? <Install command={install} /> : undefined}
        />
      );
    case 'down':
      return <Card words={text('engine.down')} action={retryButton} />;
    case 'making':
      return <Card words={text('engine.making')} action={retryButton} />;
    case 'none':
    case 'on':
      return <Card words={text('engine.none')} />;
  }
}

function Card({ words, action }: { readonly words: string; readonly action?: React.ReactNode }) {
  return (
    <div className="sd-card" role="status">
      <EmptyState text={words} action={action} />
    </div>
  );
}

/** The command that the provider runs on the node; only administrators see it. */
function Install({ command }: { readonly command: string }) {
  const text = useText(databaseTexts);
  const copy = useCopy();
  return (
    <p className="db-install">
      <span className="sd-hint sd-small">{text('engine.install')}</span>
      <code className="sd-mono">{command}</code>
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('engine.copyInstall')}
        onClick={() => void copy(command)}
      />
    </p>
  );
}
