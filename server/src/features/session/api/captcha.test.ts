import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal, sealPassword, solveCaptcha } from '#testing/browser';
import { makeCaptcha } from './captcha';

describe('sign-in under attack', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await makeTestApi();
    const portal = new Portal(api);
    await portal.host(await portal.account(), 'victim');
  });
  afterAll(() => api.close());

  it('asks for at most fifty thousand tries at first, twice as many after each five failures, at most 32 times as many', async () => {
    const captcha = makeCaptcha({ db: api.test.db, key: 'key', now: Date.now });
    const difficulties = [0, 4, 5, 10, 25, 1000].map(
      async (failures) => (await captcha.challenge(failures)).maxnumber,
    );
    expect(await Promise.all(difficulties)).toEqual([50_000, 50_000, 100_000, 200_000, 1_600_000, 1_600_000]);
  });

  it('asks for more work on a name that is being guessed, and does not accept an easy challenge for it', async () => {
    const attacker = new Browser(api);
    const easy = await attacker.challenge();
    await attacker.login('victim', 'a guess');
    // As many failures as several addresses together reach in a short time.
    await api.test.db.updateTable('login_failure').set({ count: 10 }).where('key', '=', 'victim').execute();
    const hard = await attacker.challenge('victim');
    expect(hard.maxnumber).toBe(easy.maxnumber * 4);
    expect((await attacker.challenge('somebody-else')).maxnumber).toBe(easy.maxnumber);

    const challenge = await attacker.challenge();
    const form = {
      hostName: 'victim',
      password: sealPassword(PASSWORD, challenge.captchaRand, api.core.config.wireKey),
      captchaRand: challenge.captchaRand,
      captchaTicket: solveCaptcha(challenge),
    };
    expect((await attacker.request('/api/login', { form })).reason).toBe('captcha-refused');
    expect((await attacker.login('victim', PASSWORD)).code).toBe('200');
  });

  it('answers 429 with Retry-After from the sixth attempt on, even to the right password', async () => {
    const portal = new Portal(api);
    await portal.host(await portal.account(), 'busy');
    const attacker = new Browser(api);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await attacker.login('busy', 'wrong')).code).toBe('403');
    const refused = await attacker.login('busy', PASSWORD);
    expect(refused).toMatchObject({ status: 429, code: '429', reason: 'too-many-attempts' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    api.advance(3000);
    expect((await attacker.login('busy', PASSWORD)).code).toBe('200');
  });
});
