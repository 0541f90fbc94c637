import { CopyOutlined } from '@ant-design/icons';
import type { DatabaseInfo } from '@sitedeck/contract';
import { IconButton, useCopy, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { databaseTexts } from '../database-texts';
import { PasswordFact } from './PasswordFact';
import { SpaceBar } from './SpaceBar';

export type OwnDatabase = NonNullable<DatabaseInfo['database']>;

interface Props {
  readonly info: DatabaseInfo;
  readonly database: OwnDatabase;
}

/** Shows the settings an application needs to connect, and how full the database is. */
export function InfoCard({ info, database }: Props) {
  const text = useText(databaseTexts);
  const { name, host, port, username, remoteAddress } = database;
  return (
    <section className="db-info sd-card" aria-label={text('info.label')}>
      <dl className="db-facts">
        <Copied term={text('info.name')} value={name} />
        <Copied term={text('info.address')} value={`${host}:${String(port)}`} />
        <Copied term={text('info.user')} value={username} />
        <Fact term={text('info.password')}>
          <PasswordFact />
        </Fact>
        {remoteAddress !== null && <Copied term={text('info.remote')} value={remoteAddress} />}
        {info.engine.version !== undefined && (
          <Fact term={text('info.version')}>{`MariaDB ${info.engine.version}`}</Fact>
        )}
      </dl>
      <SpaceBar info={info} />
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="db-fact">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copied({ term, value }: { readonly term: string; readonly value: string }) {
  const text = useText(databaseTexts);
  const copy = useCopy();
  return (
    <Fact term={term}>
      <span className="sd-mono db-break">{value}</span>
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('info.copy', { name: term })}
        onClick={() => void copy(value)}
      />
    </Fact>
  );
}
