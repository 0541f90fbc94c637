import { visibleCode, visibleName } from './visible-name';

it.each([
  ['photo.\u202egpj.exe', 'photo.⟨RLO⟩gpj.exe'],
  ['a\nb\u0000.php', 'a⟨LF⟩b⟨U+0000⟩.php'],
  [' .php ', '⟨SP⟩.php⟨SP⟩'],
  ['👩\u200d💻.txt', '👩\u200d💻.txt'],
])('shows what hides in the name %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown);
});

it.each([
  ['if ($admin) { /*\u202e } \u2066*/', 'if ($admin) { /*⟨RLO⟩ } ⟨LRI⟩*/'],
  ['$\u3164 = $_GET;', '$⟨U+3164⟩ = $_GET;'],
  ['ev\u200dal\u00ad(1);\r', 'ev⟨ZWJ⟩al⟨U+00AD⟩(1);⟨CR⟩'],
  ['tag \u{e0041}', 'tag ⟨U+E0041⟩'],
])('shows what hides in the code %j', (line, shown) => {
  expect(visibleCode(line)).toBe(shown);
});

it('leaves the spaces and tabs of code, and text of any language', () => {
  const line = "\t  echo '登录 日本 עברית';  ";
  expect(visibleCode(line)).toBe(line);
});
