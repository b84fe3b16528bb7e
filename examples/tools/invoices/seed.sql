-- A made-up book: five clients, and what was done for four of them in January 2026.
INSERT INTO clients (id, name, email, currency, rate_cents) VALUES
  ('acme',   'Acme Analytics',    'billing@acme-analytics.example', 'EUR', 9500),
  ('birch',  'Birch & Sons',      'office@birch-sons.example',      'EUR', 8000),
  ('cafe',   'Café Lumière',      'bonjour@cafe-lumiere.example',   'EUR', 7250),
  ('delta',  'Delta Logistics',   'ap@delta-logistics.example',     'USD', 11000),
  ('elm',    'Elm Street School', 'treasurer@elm-street.example',   'EUR', 6000);

INSERT INTO hours (client, day, minutes, text) VALUES
  ('acme',  '2026-01-05', 240, 'Kick-off workshop'),
  ('acme',  '2026-01-08', 390, 'Import of the sales data'),
  ('acme',  '2026-01-14', 465, 'Dashboard, first version'),
  ('acme',  '2026-01-22', 180, 'Review with the team'),
  ('birch', '2026-01-12', 300, 'Stock list, migration'),
  ('birch', '2026-01-19', 135, 'Stock list, corrections'),
  ('cafe',  '2026-01-09', 75,  'Menu on the website'),
  ('cafe',  '2026-01-27', 50,  'Opening hours | holidays'),
  ('delta', '2026-01-15', 480, 'Route planning, analysis'),
  ('delta', '2026-01-16', 420, 'Route planning, analysis'),
  ('acme',  '2026-02-03', 210, 'Dashboard, filters'),
  ('elm',   '2026-02-10', 90,  'Timetable, first talk');
