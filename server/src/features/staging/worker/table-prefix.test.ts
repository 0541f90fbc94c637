import { prefixesIn, withPrefixes } from './table-prefix';

it.each([
  ['WordPress', "$table_prefix = 'wp_';", 'wp_'],
  ['MediaWiki', '$wgDBprefix = "mw_";', 'mw_'],
  ['Joomla', "public $dbprefix = 'jos_';", 'jos_'],
  ['Discuz', "$_config['db']['1']['tablepre'] = 'pre_';", 'pre_'],
  ['UCenter', "define('UC_DBTABLEPRE', '`ultrax`.pre_ucenter_');", 'pre_ucenter_'],
  ['Typecho', String.raw`$db = new \Typecho\Db('Pdo_Mysql', 'typecho_');`, 'typecho_'],
  ['Z-Blog', "'ZC_MYSQL_PRE' => 'zbp_',", 'zbp_'],
  ['Drupal', "'prefix' => '',", ''],
  ['an environment file', 'DB_HOST=localhost\nDB_PREFIX=app_\n', 'app_'],
])('finds and changes the table prefix of %s', (_name, text, prefix) => {
  expect(prefixesIn(text)).toEqual([prefix]);
  expect(prefixesIn(withPrefixes(text, (given) => `new_${given}`))).toEqual([`new_${prefix}`]);
});

it('finds no prefix in a program that names its tables itself', () => {
  expect(prefixesIn("mysqli_connect('localhost', 'u', 'p', 'db'); $q = 'SELECT * FROM posts';")).toEqual([]);
});
