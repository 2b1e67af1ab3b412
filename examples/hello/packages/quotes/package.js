Package.describe({
  name: 'hello:quotes',
  version: '1.2.0',
  summary: 'A package of ES modules with an asset',
});

Package.onUse(function (api) {
  api.use('ecmascript');
  api.mainModule('quotes.js', 'server');
  api.addAssets('quotes.txt', 'server');
});
