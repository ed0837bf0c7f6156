import type { FieldKind } from './field-kind.ts';

/**
 * The vocabulary of field names, in a dozen languages. The first pattern that matches decides, so specific patterns
 * come before general ones. A pattern is tested on the words joined by spaces, and on the words without spaces
 * (`dateofbirth`).
 */
export const kindVocabulary: readonly (readonly [FieldKind, RegExp])[] = [
  // Dates of events, whose other words are those of names: last_air_date, first seen on.
  [
    'otherDate',
    /\b(?:first|last|letzte[rs]?|erste[rs]?|ultimo|ultima|dernier|derniere|premiere?) (?:\w+ ){0,2}(?:date|datum|fecha|time|day|visit|air|aired|purchase|order|contact|contacted|payment|call|changed?|played|watched|active|activity|access)\b/,
  ],
  // The region of a plate is part of it.
  [
    'plateRegion',
    /\b(?:plate|plates|tag|registration|reg|kennzeichen|kfz|targa|matricula|immatriculation|placa) ?(?:state|region|country|province|jurisdiction|land|pais|pays|st|county|code)\b|\b(?:state|country|region|province) (?:of )?(?:plate|registration|issue of plate)\b/,
  ],
  // Where and by which parts of a date a person was born.
  [
    'trait',
    /\b(?:birth|geburts?|born in|nacimiento|naissance|nascita|nascimento|geboorte|fodelse|fodested) ?(?:state|province|region|county|country|land|city|town|place|parish|municipality|location|ort|stadt|kreis|bundesland|pais|pays|ville|lieu|luogo|lugar|comune|plaats)\b|\b(?:state|country|city|town|county|place|parish|province|region|land|ort|lugar|pais|ciudad|provincia|lieu|pays|ville|departement|luogo|comune|paese|plaats|local|pais|miejsce|misto|fodeland) (?:of |de |di |der )?(?:birth|geburt|nacimiento|naissance|nascita|nascimento|geboorte|urodzenia|narozeni)\b/,
  ],
  [
    'birthYear',
    /\b(?:birth ?year|year (?:of )?birth|yob|geburtsjahr|ano (?:de )?nac\w*|annee (?:de )?naissance|anno (?:di )?nascita|ano (?:de )?nascimento|geboortejaar|fodelsear|fodselsar|rok urodzenia|rok narozeni|syntymavuosi|(?:dob|birth|birthdate|dateofbirth|geb|born) (?:year|yr|yyyy|jahr|y))\b/,
  ],
  [
    'birthMonth',
    /\b(?:birth ?month|month (?:of )?birth|geburtsmonat|mes (?:de )?nac\w*|mois (?:de )?naissance|mese (?:di )?nascita|geboortemaand|(?:dob|birth|birthdate|dateofbirth|geb|born) (?:month|mon|mm|monat|m))\b/,
  ],
  [
    'birthDay',
    /\b(?:(?:dob|birthdate|dateofbirth|geb) (?:day|dd|tag|d)|birth dd|day of month (?:of )?birth|dia (?:de )?nac\w*|jour (?:de )?naissance|giorno (?:di )?nascita)\b/,
  ],
  // Names and contacts of relatives, which are not the person's.
  [
    'relative',
    /\b(?:mother|father|spouse|husband|wife|guardian|next of kin|nok|emergency|mutter|vater|ehe ?(?:gatte|gattin|frau|mann|partner|partnerin)|vormund|notfall\w*|madre|padre|conyuge|mere|pere|conjoint|coniuge|moeder|vader)s?\b (?:s )?(?:contact ?|kontakt ?|person ?|maiden |full )*(?:\w*names?|first|last|given|family|phone|telephone|mobile|email|vor ?name|nach ?name|telefon|nombres?|apellidos?|noms?|prenoms?|nome|cognome|naam|contact|kontakt)\b/,
  ],
  [
    'relative',
    /\b(?:\w*name|nombres?|apellidos?|nom|prenom|nome|cognome|naam|maiden|phone|telefon) (?:of |de |del |della |du |der |des |d |la |the |van ){1,3}(?:mother|father|spouse|husband|wife|guardian|next of kin|mutter|vater|ehe ?(?:gatten|frau|mannes|partners)|madre|padre|conyuge|mere|pere|conjoint|coniuge|moeder|vader)s?\b/,
  ],
  [
    'relative',
    /^(?:(?:name )?(?:mother|father|spouse|husband|wife|guardian|next of kin|nok|emergency contact|notfall ?kontakt|conyuge|conjoint|coniuge)|parent (?:first|last|full|given|family) ?(?:name)?)$/,
  ],
  // Fields that describe another field, or the record as a row of a system.
  [
    'ignored',
    /\b(?:address|phone|email|id|tax|record|contact|mobile|relation|rel|row|entity|account|card|passport|licen[cs]e|name) (?:\w+ )?(?:type|typ|tipo|kind|status|flag|role|use|usage|label|anchor|pointer|key|domain)\b/,
  ],
  [
    'ignored',
    /\b(?:passport|licen[cs]e|tax|national|id|ssn|document|reisepass)\b.*\b(?:state|country|land|issuer|authority|expiry|expires|valid)/,
  ],
  [
    'ignored',
    /\b(?:source|quelle|fuente|origine|origin|datasource|dataset|provenance|import|batch|feed|file|filename|lineage|etl|crawler|scraper)\b/,
  ],
  [
    'ignored',
    /\b(?:created|updated|modified|changed|inserted|deleted|loaded|ingested|erstellt|geandert|timestamp|version|revision|etag|checksum|hash|last seen|last login|valid (?:from|to|until)|erfasst|cree|modifie|fecha (?:alta|creacion)|registration date|signup|joined)\b/,
  ],
  ['fullName', /^(?:label|designation|denominacion)$/],
  // Numbers of registers in the words of GLEIF, and parts of addresses in those of GLEIF and NPPES.
  ['organizationNumber', /\b(?:registration authority entity id|business register entity id)\b/],
  ['street', /\b(?:address )?(?:first|1st) (?:address )?line\b/],
  ['addressLine', /\b(?:address )?(?:second|2nd|additional) (?:address )?line\b/],
  ['city', /\baddress (?:city|town)(?: name)?\b/],
  ['region', /\baddress (?:state|province|region)(?: name| code)?\b/],
  ['country', /\baddress country(?: name| code)?\b/],
  [
    'ignored',
    /\b(?:pointer|anchor|foreign|cluster|duplicates?|golden|truth)\b|\b(?:parent|entity|group|match|master|label|session|request|transaction|order|invoice|booking|visit|event) (?:id|key|number|ref)\b/,
  ],
  [
    'ignored',
    /^(?:status|amount|balance|betrag|score|rank|ranking|count|total|active|enabled|deleted|flags?|is \w+|has \w+|password|salt|token|opt in|opt out|consent|newsletter|segment|tags?|tier|revenue|umsatz|salary|gehalt|income|clicks|views|rating|ratings|reviews|stars?|stock|inventory|quantity|availability|discount)$/,
  ],
  // Identifiers by name
  [
    'personalNumber',
    /\b(?:ssn|social security|social insurance|nino?\b|national insurance|nhs|national id|national number|personal number|personnummer|sozialversicherung|sv number|svnr|steuer ?id|steueridentifikation|codice fiscale|codfisc|curp|dni|nie|cpf|pesel|bsn|burgerservicenummer|rodne|cnp|hetu|egn|jmbg|nir|insee|securite sociale|seguridad social|aadhaar|pan number|tckn|kimlik|my ?number|medicare|medicaid|mbi|ahv|identity number|identity card|id card|cedula|ausweis)/,
  ],
  ['personalNumber', /^(?:ssn|nin|nino|sin|dni|nie|nif|cpf|pesel|bsn|cnp|pan|tfn)\b/],
  [
    'personalNumber',
    /\b(?:fodsels ?nummer|fodselsnr|person ?nr|personnr|person number|personen ?kennziffer|cpr ?(?:number|nr)?|henkilotunnus|kennitala|isikukood|asmens kodas|personas kods|emso|amka|nric|hkid|mykad|ic number|emirates id|teudat zehut|citizen(?:ship)? (?:id|number|card)|resident (?:id|number)|cuil|ppsn|ppsno|chi number|sozialversicherungs ?(?:number|nummer|nr)|sv ?nr|sv ?nummer|renten ?versicherungs ?(?:number|nummer|nr)|ahv ?(?:number|nummer|nr)?|rijksregister ?(?:number|nummer)?|niss|insz|numero (?:de )?(?:secu\w*|securite sociale|seguridad social|identidad)|num secu|cod(?:ice)? ?fisc(?:ale)?|steuer ?id(?:ent\w*)?(?: ?nr| number)?|rodne cislo|rodne|identification number|national identifier|government id|voter id)\b/,
  ],
  ['personalNumber', /^(?:numero )?(?:fnr|oib|afm|nik|rut|run|pps|avs|idnr)(?: (?:number|nummer))?$/],
  [
    'organizationNumber',
    /^(?:numero )?(?:rea|ruc|nit|rif|cui|eik|inn|dic|krs|uic|nipc|siren|siret)(?: (?:number|nummer))?$/,
  ],
  [
    'personalNumber',
    /\b(?:npi|national provider|provider number|dea|gmc|physician number|arztnummer|lanr|medical licen[cs]e|registration number of physician)\b/,
  ],
  [
    'organizationNumber',
    /\b(?:ein|fein|employer id|tax ?id|tax id number|tin|vat|ust ?id|umsatzsteuer|steuer ?number|siren|siret|cnpj|lei|duns|d u n s|company number|company id number|registration number|registry|register number|handelsregister|hrb|kvk|nip|regon|abn|acn|ceo number|cif|rfc|partita iva|p ?iva|gstin?|uen|crn|company reg|bic|ico|orgnummer|organization number|isni|ror|ustid|vies|cage)\b/,
  ],
  [
    'organizationNumber',
    /\b(?:ust ?id ?(?:nr|number|nummer)?|ust ?idnr|ust ?(?:nr|nummer|number)|umsatzsteuer\w*|mwst ?(?:nr|number|nummer)?|steuer ?(?:nr|nummer)|st ?nr|uid ?(?:nr|number|nummer)|firmenbuch ?(?:nr|number|nummer)?|handelsregister ?(?:nr|number|nummer)|hr ?(?:nr|nummer)|org ?nr|org ?nummer|organisations? ?(?:nr|nummer|number)|organisasjons ?(?:nr|nummer)|cvr ?(?:nr|nummer|number)?|y ?tunnus|btw ?(?:nr|nummer|number)?|kvk ?(?:nr|nummer|number)?|ondernemings ?(?:nr|nummer)|(?:number |no |n )?tva(?: number| intra\w*)?|numtva|tva intra\w*|piva|p ?iva|partita ?iva|numero ?iva|cuit|bulstat|edrpou|ogrn|ic dph|vat ?(?:id|in|reg\w*|no|nr|number)?|vatin|vatid|vatno|gst ?(?:in|number|reg\w*)?|brn|tax ?(?:number|no|nr|payer\w*|reg\w*)|taxno|taxnr|company ?(?:reg\w*|no|nr|number)|reg(?:istration)? ?(?:no|nr) (?:of )?company|chamber of commerce (?:number)?|irs number|federal (?:tax )?id)\b/,
  ],
  [
    'documentNumber',
    /\b(?:passport|reisepass|pasaporte|passeport|drivers? licen[cs]e|driving licen[cs]e|driver licen[cs]e|fuhrerschein|licencia de conducir|permis de conduire|patente|licen[cs]e number|document number|document id|visa number|dl number|dln|personalausweis)|^dl$/,
  ],
  [
    'engineNumber',
    /\b(?:engine|motor|moteur|motore) ?(?:number|serial|code number|nummer|nr|no|id)\b|\b(?:number|numero) (?:de |du |di |of )?(?:engine|motor|moteur|motore)\b|motornummer|motornr/,
  ],
  [
    'vehicleNumber',
    /\b(?:vin|vinnumber|vincode|vehicle id\w*|chassis\w*|fahrgestell\w*|fahrzeug ?ident\w*|fin|frame number|(?:numero (?:de )?)?(?:chasis|bastidor|telaio)|rahmennummer|nadwozia|hull|hin|imo|tail number|mmsi)\b/,
  ],
  [
    'plateNumber',
    /\b(?:(?:licen[cs]e|number|registration|vehicle|car|reg)? ?plates?(?: (?:number|no|nr|id))?|licen[cs]e tag|tag number|vrm|vehicle registration(?: (?:number|mark))?|reg(?:istration)? mark|(?:amtliches )?kennzeichen|kfz ?kennzeichen|nummernschild|matricula|targa|immatriculation|plaque(?: immatriculation)?|placas?|plaka|rejestracyjny|rendszam|rekisteritunnus|rekisterinumero|reg ?nr|nummerplade)\b/,
  ],
  [
    'serialNumber',
    /\b(?:serial|serial ?(?:number|no|nr|id)|seriennummer|seriennr|serien ?(?:nummer|nr|number)|serie ?nummer|(?:number|numero) (?:de |di )?serie|serienummer|imei|meid|esn|mac ?address|service tag|asset ?tag|device (?:serial|number))\b|^(?:sn|s n)$/,
  ],
  ['publicationCode', /\b(?:doi|isbn|issn|pmid|pubmed|arxiv|orcid|oclc|lccn|bibcode|pmcid|eprint)\b/],
  [
    'productCode',
    /\b(?:sku|gtin|ean|upc|asin|mpn|barcode|part number|part no|partno|model number|model no|modelno|modell? ?nummer|article number|artikelnummer|artikelnr|art number|item number|item no|product code|product number|manufacturer number|manufacturer part|codigo de barras|code barre|material number|catalog number|catalogue number|style number|pzn|ndc)\b/,
  ],
  [
    'accountNumber',
    /\b(?:account number|member(?:ship)? (?:number|id)|loyalty|policy|versicherungsnummer|iban|mrn|medical record number|insurance|card number|kundennummer|kontonummer|subscriber|licen[cs]e key|employee number|student number|matrikel\w*|personalnummer|customer number|client number|(?:kunden?|customers?|clients?|clientes?|klant|users?|voter|patient|partner|mitglieds?|contract|vertrags?) ?(?:reg(?:istration)? ?)?(?:number|nummer)|imsi)\b/,
  ],
  // The record's own key: unique, so it can never link two records.
  [
    'ignored',
    /^(?:id|uid|guid|uuid|key|pk|rowid|row|index|idx|number|nummer|record(?: (?:id|number|key))?|rec(?: ?id)?|row (?:id|number)|_id)$/,
  ],
  [
    'ignored',
    /\b(?:record|row|customer|client|user|person|patient|provider|product|item|company|supplier|vendor|contact|account|lead|employee|member|paper|publication|article|vehicle|car|place|location|venue|restaurant|business|organization|system|internal|external|local|legacy|crm|erp|sap|kunden?|personen?|produkt|firmen?|author|listing|offer|object|unique|amazon|google|abt|buy|walmart)s? ?(?:id|key|uuid|guid)\b/,
  ],
  // A postcode of Brazil, whatever the word is elsewhere.
  ['postcode', /^cep$/],
  ['phone', /^telemovel$/],
  ['organizationName', /^(?:bedrijfsnaam|firmanavn|foretag(?:snamn)?|nazwa firmy|yritys|yrityksen nimi)$/],
  ['street', /^katuosoite$/],
  ['city', /^(?:miejscowosc|postitoimipaikka|by)$/],
  ['district', /^ilce$/],
  // Contacts
  [
    'email',
    /e ?mail|^mail(?: ?(?:1|2|address|addr|adresse|adres|adresa|id))?$|\bmail (?:address|adresse|adres|id)\b|mailadresse|\bcorreo\b|\bcourriel\b|\bmel\b|\bposta elettronica\b|\be ?post(?:a|adress|adresse|i)?\b|\bsahkoposti\w*\b/,
  ],
  [
    'phone',
    /phone|\b(?:mobile|mobil|cell|cellular|handy|fax|telefax|movil|celular|cellulare|portable|whatsapp|msisdn|rufnummer|festnetz|tel|landline|komorka|gsm|tlf|fon|fone|natel|mob|cep(?: telefonu)?|puhelin\w*|matkapuhelin|telefoon\w*|telefonszam|telefonu|mobiel|telefono|telefone|msisdn|whats app|ph(?: number)?)\b|telefonnummer|telefonnr|mobilnummer|handynummer/,
  ],
  ['website', /\b(?:website|web site|web|url|homepage|domain|webseite|site internet|sitio|internet|link)\b/],
  // People
  [
    'trait',
    /\b(?:place (?:of )?birth|birth ?(?:place|city|country|town)|geburtsort|lugar (?:de )?nacimiento|lieu (?:de )?naissance|race|ethnicity|religion|marital(?: status)?)\b/,
  ],
  [
    'fullName',
    /\b(?:(?:first|given|fore)(?:name)? and (?:sur|last|family)(?: ?name)?|nombres? y apellidos?|(?:nombre|nome) completo)\b/,
  ],
  [
    'familyName',
    /\b(?:maiden|nee|geburts ?name|geborene?|madchen ?name|nom (?:de )?(?:naissance|jeune fille)|nom (?:d |de )?(?:epouse|usage|marital)|nomjeunefille|(?:nombre|apellido) (?:de )?soltera|cognome (?:da )?nubile|meisjes ?naam|geboorte ?naam|nome (?:de )?solteira|flick ?namn|pike ?navn|kizlik ?soyadi|tytto ?nimi|syntyma ?nimi|nazwisko (?:panienskie|rodowe)|rodne (?:priezvisko|prijmeni)|ehe ?name|lanykori ?nev)\b|\bbirth ?name\b|\bname (?:at )?birth\b|\b(?:previous|former|prior|old|married|alternate|alias) (?:last|family|sur) ?name\b/,
  ],
  [
    'birthDate',
    /\b(?:geb|geb ?dat|d naiss|ddn|date ?naiss\w*|f ?nac\w*|fec(?:ha)? ?nac\w*|nato il|data ?nasc\w*|dt ?nasc\w*|szuletesi (?:datum|ido)|szul(?:etesi)? ?(?:ido|datum)|data nasterii|datum (?:narozeni|narodenia|rodenja)|narozeni|d o b|bday|birthdt|dobirth|rodjendan|gimimo data|dzimsanas datums|data (?:rozhdeniya|narodzhennya))\b/,
  ],
  [
    'birthDate',
    /\b(?:dob|birth ?da(?:te|y)|date (?:of )?birth|born(?: on)?|birth ?dt|geburts(?:datum|tag)|geboren|geb ?datum|gebdat|fecha (?:de )?nac\w*|nacimiento|date (?:de )?naissance|naissance|data (?:di )?nascita|nascita|data (?:de )?nascimento|nascimento|geboortedatum|fodelse\w*|fodsels\w*|data urodzenia|dogum tarihi|syntymaaika|birth)\b|dateofbirth|geburtsdatum/,
  ],
  ['ignored', /\b(?:death|died|decease\w*|sterbe\w*|place of birth|birth ?place|geburtsort)\b/],
  [
    'ignored',
    /^(?:title|prefix|salutation|anrede|honorific|name prefix|prefix name|titel|civilite|tratamiento)$(?<!^title$|^titel$)/,
  ],
  [
    'nameSuffix',
    /^(?:(?:primary )?(?:name )?suffix(?: name)?|name sufx(?: cd| code)?|sufx|name generation|generation|namenszusatz|sufijo)$/,
  ],
  [
    'middleName',
    /middle|\bmidl\b|\bzweiter vorname\b|\bsecond given\b|\bsegundo nombre\b|tussenvoegsel|patronymic|otchestvo/,
  ],
  [
    'organizationName',
    /\b(?:company|firma|firm|business|organization|corporate|corporation|legal|trade|trading|dba|unternehmen|empresa|razon social|raison sociale|entreprise|societe|ragione sociale|azienda|bedrijf|vendor|supplier|merchant|institution|facility|practice|clinic|hospital|klinik|praxis|store|shop|restaurant|hotel|school|bank|organizacion|spolka|foretag|lieferant|proveedor|fournisseur|account) ?(?:name|namen|nombre|nom|naam)\b|\bname (?:organization|company|business)\b|firmenname|firmierung|unternehmensname/,
  ],
  [
    'organizationName',
    /^(?:company|firma|firm|business|organization|organizations|corporation|unternehmen|empresa|razon social|entreprise|societe|azienda|bedrijf|dba|legal entity|trading as|restaurant|hotel|hospital|clinic|facility|practice|raison sociale|ragione sociale|vendor|supplier|lieferant|merchant)$/,
  ],
  [
    'employer',
    /\b(?:employer|arbeitgeber|works at|place of work|workplace|empleador|employeur|affiliation|institution|university|school|universitat)\b/,
  ],
  [
    'familyName',
    /(?:sur|last|family|nach|familien|zu)[ _]?name|\bname (?:last|family|sur)\b|\b(?:surname|surnames|lastname|apellidos?|primer apellido|cognome|nom (?:de )?famille|achternaam|sobrenome|apelido|efternamn|etternavn|efternavn|nazwisko|soyad\w*|sukunimi|prijmeni|priezvisko|vezetek ?nev|csalad ?nev|nume de familie|nume|prezime|familia|familiya|prizvishche|fam ?naam|slakt ?namn|eponymo|soyisim|nom ?fam\w*|apell?1|apell?2|segundo apellido|lname\d?|lst ?nm|family|last)\b/,
  ],
  [
    'givenName',
    /(?:first|given|fore|vor|ruf|christian)[ _]?name|\bname (?:first|given)\b|\b(?:givenname|firstname|forename|prenoms?|nombres?|nombre de pila|nome proprio|voornaam|fornamn|fornavn|imie|etunimi|imya|jmeno|meno|kereszt ?nev|uto ?nev|prenume|ime|roep ?naam|voorn|vname|fname\d?|frst ?nm|onoma|given|first|nickname|preferred name)\b(?! (?:name )?(?:line|of))/,
  ],
  ['gender', /\b(?:gender|sex|geschlecht|sexo|sexe|sesso|geslacht|kon|plec|cinsiyet)\b/],
  ['age', /^(?:age|alter|edad|eta|idade|leeftijd|wiek|alder)$|\bage (?:in )?years\b/],
  [
    'fullName',
    /\b(?:full ?name|name full|complete name|person name|display name|contact name|contact person|patient name|customer name|provider name|physician|doctor|owner|holder|applicant|kundenname|nombre completo|nombre y apellidos|fio|nom complet|nome completo|ansprechpartner|volledige naam|native name|alias|aka|other names?|employee name|member name|player|actor|person)\b/,
  ],
  // Publications
  [
    'authors',
    /\b(?:authors?|autor(?:en|es|i)?|auteurs?|verfasser|writers?|creators?|artists?|performers?|interpret)\b/,
  ],
  [
    'venue',
    /\b(?:venue|journal|conference|booktitle|book title|proceedings|publisher|verlag|zeitschrift|revista|editorial|periodical|published in|series|album)\b/,
  ],
  ['pages', /\b(?:pages?|seiten|volume|issue|vol|number of pages|edition|band)\b/],
  // Places
  ['ignored', /\b(?:time ?zone|language|locale|sprache|idioma|langue|currency|wahrung|moneda)\b/],
  ['latitude', /\b(?:address|geo|gps|location|position|point|coord(?:inate)?s?) (?:lat|latitude)$/],
  ['longitude', /\b(?:address|geo|gps|location|position|point|coord(?:inate)?s?) (?:lon|lng|long|longitude)$/],
  [
    'houseNumber',
    /\b(?:house|street|building|civic|haus|straat|huis) ?(?:number|nummer|num)\b|hausnummer|huisnummer|hausnr|^(?:hnr|hsnr|streetnumber|number street|numero civico|numero exterior|house)$/,
  ],
  [
    'postcode',
    /\b(?:postcodes?|post ?code|postal(?: code)?|zip(?: ?code)?|zip ?5|plz|postleitzahl|codigo postal|code postal|cap|cep|pin ?code|eircode|post ?nummer|post ?nr|kod pocztowy|postinumero|posta kodu|pcode|pcd|pc|psc|iranyito ?szam|irsz|(?:pochtovyi )?indeks|cod postal|codigopostal|codepostal|postal ?kod|postkod|zip ?plus ?4|cp)\b|postalcode|zipcode/,
  ],
  [
    'addressLine',
    /\b(?:address|street|strasse|str|rue|calle|via|rua|straat|direccion|domicilio|indirizzo|endereco|adresse|adres|anschrift) ?(?:line)? ?(?:2|3|4|zusatz|complement|two|three)\b|\b(?:unit|apartment|apt|suite|flat|floor|building|complemento|adresszusatz|wohnung|piso|etage)\b|addressline2|address2/,
  ],
  [
    'fullAddress',
    /\b(?:full address|address full|complete address|vollstandige adresse|direccion completa|mailing address|postal address|formatted address|postanschrift|anschrift)\b/,
  ],
  [
    'street',
    /\b(?:street|streetname|street name|strasse|strassenname|str|rue|calle|via|rua|straat|straatnaam|gata|ulica|ulitsa|vulytsya|ulice|utca|strada|gade|vej|vag|vagen|katu|cadde|voie|laan|weg|sokak|road|thoroughfare|addr ?1|adr ?1)\b|\baddress (?:line )?1\b|\baddress ?line\b|addressline1|address1|street ?address|\baddress street\b/,
  ],
  [
    'city',
    /\b(?:city|town|gorod|misto|ort|stadt|wohnort|ciudad|ville|citta|cidade|plaats|woonplaats|stad|miasto|municipality|poblacion|localidad|locality|place|comune|gemeinde|commune|sehir|il|kaupunki|mesto|obec|varos|telepules|oras|grad|post ?ort|post ?sted|localita|localite|municipio|concelho|population center)\b|cityname/,
  ],
  [
    'district',
    /\b(?:suburb|district|ortsteil|stadtteil|neighbou?rhood|barrio|colonia|quartier|bairro|borough|bezirk|subdistrict|village)\b/,
  ],
  [
    'region',
    /\b(?:state|province|region|bundesland|provincia|departement|estado|canton|kanton|prefecture|wojewodztwo|regione|provincie|county|landkreis|staat|state code|area ?code|dialing code|dialling code|vorwahl|prefijo|indicatif|voivodeship|fylke|lan|maakunta|kraj region|judet|zupanija)\b/,
  ],
  [
    'country',
    /\b(?:country|land|nation|pays|pais|paese|kraj|ulke|maa|country code|nationality|staatsangehorigkeit|citizenship)\b/,
  ],
  ['latitude', /^(?:lat|latitude|breitengrad|latitud)$|\blatitude\b/],
  ['longitude', /^(?:lon|lng|long|longitude|langengrad|longitud)$|\blongitude\b/],
  ['fullAddress', /\b(?:address|adresse|direccion|domicilio|indirizzo|endereco|adres|location)\b/],
  // Products and vehicles
  ['year', /\b(?:model|modell|manufactur\w*|build|construction) ?(?:year|jahr)\b|\bano (?:do )?modelo\b/],
  [
    'productName',
    /\b(?:product|item|article|artikel|produkt|producto|produit|prodotto|offer|goods|listing) ?(?:name|title|bezeichnung|titel|nombre|nom)?\b|artikelbezeichnung|produktname/,
  ],
  [
    'brand',
    /\b(?:brand|manufacturer|hersteller|marke|marca|fabricante|marque|fabricant|make|maker|producer|produttore|merk|marka|produsent|winery|brewery|distillery|brew factory|labelname)\b/,
  ],
  ['model', /\b(?:model|modell|modelo|modele|modello|variant|trim|version name|typ bezeichnung|baureihe)\b/],
  ['price', /\b(?:price|preis|precio|prix|prezzo|preco|prijs|cena|msrp|uvp|cost|list price|fiyat)\b/],
  [
    'trait',
    /\b(?:colou?r|farbe|size|grosse|weight|gewicht|width|height|length|depth|capacity|volume|engine|fuel|transmission|body|doors|mileage|horsepower|power|memory|storage|screen|material|genre|taxonomy|special(?:ty|ity)|fachrichtung|credentials?|occupation|job(?: title)?|profession|beruf|position|industry|branche|sector|naics|sic|cuisine|color|abv|flavou?r|kraftstoff|hubraum|pack ?size|strength|dosage)\b/,
  ],
  [
    'year',
    /^(?:year|jahr|ano|annee|anno|jaar|rok|yr|baujahr|modelljahr)$|\b(?:publication|model|production|founded|release|pub) ?(?:year|date)\b|\byear\b|erscheinungsjahr/,
  ],
  [
    'category',
    /\b(?:category|kategorie|categoria|categorie|type|typ|tipo|class|genus|kind|classification|department|segment|style|stil|legal form|rechtsform|forme juridique|forma juridica)\b/,
  ],
  [
    'title',
    /\b(?:title|titel|titulo|titre|titolo|paper|article|publication|headline|song|track|book|work|movie|film)\b/,
  ],
  ['fullName', /^(?:name|names|nome|nom|naam|navn|namn|nimi|isim|bezeichnung|denominacion|nazwa|imie i nazwisko)$/],
  ['fullName', /\b(?:name|nom|nombre|naam|namn|navn)\b/],
  ['otherDate', /\b(?:date|datum|fecha|data|dato|time|day|month)\b/],
  [
    'freeText',
    /\b(?:editors?|description|beschreibung|descripcion|text|comments?|notes?|bemerkung|notiz|remarks?|abstract|summary|bio|about|details|features?|keywords?|message|content|memo)\b/,
  ],
];
