import { createChallenge, verifySolution } from 'altcha-lib/v1';
import type { CaptchaChallenge } from '@sitedeck/contract';
import { createDecipheriv } from 'node:crypto';
import { config } from '../testing/samples';
import { prove } from './prove';
import { solve } from './solve';

const HMAC_KEY = 'a key of the server';

async function challenge(maxnumber: number): Promise<CaptchaChallenge> {
  const made = await createChallenge({ hmacKey: HMAC_KEY, maxnumber, params: { rand: 'r1' } });
  return { ...made, algorithm: 'SHA-256', maxnumber, captchaRand: 'r1' };
}

function unwrap(wire: string): unknown {
  const bytes = Buffer.from(wire, 'base64');
  const cipher = createDecipheriv(
    'aes-256-cbc',
    Buffer.from(config.wireKey, 'base64'),
    bytes.subarray(0, 16),
  );
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8'));
}

it("solves a challenge so that the server's own library accepts the ticket", async () => {
  const proof = await prove(await challenge(5000), 'p', config.wireKey);
  await expect(verifySolution(proof?.captchaTicket ?? '', HMAC_KEY)).resolves.toBe(true);
});

it('seals password and random string so that the server can open them, each time differently', async () => {
  const given = await challenge(10);
  const [first, second] = [
    await prove(given, '密码 "p" 🔑', config.wireKey),
    await prove(given, '密码 "p" 🔑', config.wireKey),
  ];
  expect(unwrap(first?.password ?? '')).toEqual({ p: '密码 "p" 🔑', r: 'r1' });
  expect(first?.captchaRand).toBe('r1');
  expect(first?.password).not.toBe(second?.password);
});

it('gives no proof for a challenge without a solution', async () => {
  const hopeless = { ...(await challenge(300)), challenge: '0'.repeat(64) };
  await expect(prove(hopeless, 'p', config.wireKey)).resolves.toBeUndefined();
});

it('finds the largest allowed number', async () => {
  const made = await createChallenge({ hmacKey: HMAC_KEY, number: 130, salt: '0123456789abcdef' });
  const given: CaptchaChallenge = { ...made, algorithm: 'SHA-256', maxnumber: 130, captchaRand: 'r' };
  await expect(solve(given)).resolves.toBe(130);
});

it('yields to the page while it works', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const hopeless = { ...(await challenge(60_000)), challenge: '0'.repeat(64) };
  await solve(hopeless);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
