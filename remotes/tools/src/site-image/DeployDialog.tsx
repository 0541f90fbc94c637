import { deploySiteImage, type RestoreMode, type SiteImage } from '@sitedeck/contract';
import { call, formatTime, pollTasksNow, toFault, useCurrentHost } from '@sitedeck/sdk';
import { InlineAlert, TextField, useBlocked, useText, useVerify } from '@sitedeck/ui/core';
import { Choices, FormDialog, SelectField, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { imageTexts } from './image-texts';
import { comesFromElsewhere, ownAddresses } from './own-addresses';
import { SettingChanges } from './SettingChanges';

/** Leaves the addresses in the database as they are. */
const KEEP = '';

interface Props {
  readonly image: SiteImage;
  readonly onGone: () => void;
}

/** Confirms that an image replaces the site: the owner types the host's name and passes a step-up. */
export function DeployDialog({ image, onGone }: Props) {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const deploy = useDeploy();
  const current = useCurrentHost();
  const { hostName } = current.hostService;
  const addresses = ownAddresses(current);
  const isForeign = comesFromElsewhere(image, current);
  const [address, setAddress] = useState(isForeign ? (addresses[0] ?? KEEP) : KEEP);
  const [mode, setMode] = useState<RestoreMode>('mirror');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isTyped = typed.trim() === hostName;
  const body = image.databaseBytes === null ? 'deploy.bodyNoDatabase' : 'deploy.body';
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('deploy.title', { name: image.name })}
      confirm={text('deploy')}
      reason={blocked(text('deploy')) ?? (isTyped ? undefined : text('deploy.typeFirst', { host: hostName }))}
      danger
      failed={text('deploy.failed')}
      submit={() => deploy(image, { mode, ...(address !== KEEP && { address }) })}
      begins
      onGone={onGone}
    >
      <p>{text(body, { time: formatTime(image.madeAt) })}</p>
      {isForeign && <InlineAlert kind="primary">{text('deploy.foreign', { site: image.site })}</InlineAlert>}
      <SettingChanges image={image} />
      <Choices
        legend={text('deploy.mode')}
        value={mode}
        onChange={setMode}
        options={(['mirror', 'overlay'] as const).map((value) => ({
          value,
          label: text(`deploy.${value}`),
          hint: text(`deploy.${value}.hint`),
        }))}
      />
      {isForeign && image.databaseBytes !== null && (
        <SelectField
          label={text('deploy.address', { names: image.addresses.join(', ') })}
          value={address}
          onChange={setAddress}
          options={[
            ...addresses.map((value) => ({
              value,
              label: text('deploy.address.replace', { address: value }),
            })),
            { value: KEEP, label: text('deploy.address.keep') },
          ]}
        />
      )}
      <TextField
        label={text('deploy.type', { host: hostName })}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setWrong(false);
        }}
        onBlur={() => setWrong(typed !== '' && !isTyped)}
        autoComplete="off"
        error={isWrong ? text('deploy.wrong') : undefined}
      />
    </FormDialog>
  );
}

interface DeployOptions {
  readonly mode: RestoreMode;
  readonly address?: string;
}

function useDeploy(): (image: SiteImage, options: DeployOptions) => Promise<FormOutcome> {
  const text = useText(imageTexts);
  const verify = useVerify();
  return async ({ id }, chosen) => {
    try {
      const { is } = await verify({
        act: 'deploySiteImage',
        confirm: text('deploy'),
        danger: true,
        run: (options) => call(deploySiteImage, { body: { image: id, ...chosen } }, options),
      });
      pollTasksNow();
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
