import { browserPreferences, readPreferences, writePreferences } from './preferences';

const speaks = (...languages: string[]) =>
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
});

it.each([
  [['en-GB', 'zh-CN'], 'en-US'],
  [['zh-TW', 'en-US'], 'zh-CN'],
  [['fr-FR', 'en'], 'en-US'],
  [['fr-FR'], 'zh-CN'],
  [[], 'zh-CN'],
])('chooses from the browser’s languages %j the language %s', (languages, locale) => {
  speaks(...languages);
  expect(readPreferences(browserPreferences()).locale).toBe(locale);
});

it('keeps the chosen language, whatever the browser speaks', () => {
  speaks('en-US');
  writePreferences({ locale: 'zh-CN', theme: 'system' });
  expect(readPreferences(browserPreferences()).locale).toBe('zh-CN');
});
