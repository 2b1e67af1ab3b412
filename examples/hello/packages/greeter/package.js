Package.describe({
  name: 'hello:greeter',
  version: '1.0.0',
  summary: 'An old-style package: two files in one scope',
});

Package.onUse(function (api) {
  api.use('meteor');
  api.addFiles(['phrases.js', 'greeter.js']);
  api.export('Greeter');
});
